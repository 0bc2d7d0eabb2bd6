"""Push services on loopback that speak the real protocols: APNs and FCM, over HTTP/2 with TLS."""
