"""Runs the measurements of this folder one after another, or those named: `python tests/bench play memory`."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
NOT_MEASUREMENTS = {"__main__", "beside", "callers", "ladder_with_past", "many_bots"}


def main(wanted: list[str]) -> int:
    """Run each in a process of its own, so that none warms up or fills the memory of the next."""
    there = sorted(path.stem for path in HERE.glob("*.py") if path.stem not in NOT_MEASUREMENTS)
    unknown = [name for name in wanted if name not in there]
    if unknown:
        print(f"no measurement is named {', '.join(unknown)}; there are: {', '.join(there)}", file=sys.stderr)
        return 2
    failed = []
    for name in wanted or there:
        print(f"\n== {name}", flush=True)
        if subprocess.run([sys.executable, HERE / f"{name}.py"], check=False).returncode:
            failed.append(name)
    if failed:
        print(f"\nfailed: {', '.join(failed)}", file=sys.stderr)
    return bool(failed)


sys.exit(main(sys.argv[1:]))
