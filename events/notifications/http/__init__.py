"""The channels over HTTP: Web Push (`push`) and webhooks (`webhooks`) to registered `endpoints`.

`outgoing` sends what is due in a worker of its own; `places` bounds what one host can hold up,
`endpoint_health` pauses and disables endpoints that fail, `ssrf` refuses private addresses.
May import what `notifications` may.
"""
