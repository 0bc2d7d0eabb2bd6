"""Django's folder for the management commands of api."""
