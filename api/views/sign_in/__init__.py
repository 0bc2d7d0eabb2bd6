"""Handlers about signing in: mailed codes, passkeys, third-party apps.

May import the other views.
"""
