"""Operations that are no handlers of /api/v1/: webhooks, and the endpoints of OAuth.

May import the rest of api/schema but its last step (`postprocess`).
"""
