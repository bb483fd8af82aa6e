"""The shapes of what the service is sent and of what it answers; the OpenAPI document is made of them."""
