"""One module for each part of the interface; a view parses, calls a service and answers."""
