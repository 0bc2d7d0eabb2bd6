"""Commands of `manage.py` that check the log and rebuild the projections.

They parse arguments and print; the work is in events/proof and events/projections. They may import
everything in events but admin and tasks.
"""
