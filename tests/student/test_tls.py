"""The client over TLS: a certificate that nobody vouches for is told, one that the environment trusts will do."""

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trustme
from standin import KEY, StandIn

from parlour.client import Client, NoService


@contextmanager
def standing_behind(authority: trustme.CA, name: str) -> Iterator[StandIn]:
    """A stand-in for the service with a certificate for that name."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(context)
    with StandIn() as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.answers("GET /api/me", {"name": "ann"})
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def test_a_certificate_must_be_trusted_and_for_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    with standing_behind(authority, "127.0.0.1") as server:
        url = server.url.replace("http", "https")
        monkeypatch.delenv("REQUESTS_CA_BUNDLE", raising=False)
        monkeypatch.delenv("CURL_CA_BUNDLE", raising=False)
        with Client(url, KEY) as client, pytest.raises(NoService, match="its certificate is not trusted: "):
            client.me()
        assert server.calls == []
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tmp_path / "authority.pem"))
        with Client(url, KEY) as client:
            assert client.me() == {"name": "ann"}
    with standing_behind(authority, "ladder.example") as server:
        url = server.url.replace("http", "https")
        with Client(url, KEY) as client, pytest.raises(NoService, match=r"its certificate is not trusted: .*127"):
            client.me()
        assert server.calls == []
