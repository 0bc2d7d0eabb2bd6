"""The channels over HTTP, to `endpoints` that players register: browsers, phones and webhooks.

`push` (Web Push, UnifiedPush), `apns`, `fcm` and `webhooks` build the requests, `channel` and
`http2_client` (for `service_push`: APNs and FCM, whose tokens `jwt` signs) send them. `outgoing`
sends what is due in a worker of its own; `places` bounds what one player or host can hold up and
`address_share` the requests that one network address may take. `endpoint_health` pauses and
disables endpoints that fail, `ssrf` refuses private addresses.
May import what `notifications` may.
"""
