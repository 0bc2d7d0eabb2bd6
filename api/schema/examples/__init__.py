"""The schema's examples: recorded from matches played for them, or generated from a schema."""
