"""`manage.py openapi`: write the schema to docs/, in both versions, and the page of problems."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from api.schema.document import NEWER, as_yaml
from api.schema.openapi30 import VERSION as OLDER
from api.schema.problem_codes import problems_page

DOCS = Path(__file__).parents[3] / "docs"
FILES = {NEWER: "openapi.yaml", OLDER: f"openapi-{OLDER}.yaml"}
PROBLEMS = "problems.md"


class Command(BaseCommand):
    """The command behind `make schema`."""

    help = "Write the OpenAPI schema to docs/, in both versions, and the page of problems."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        for version, name in FILES.items():
            (DOCS / name).write_text(as_yaml(version))
            self.stdout.write(f"docs/{name}")
        (DOCS / PROBLEMS).write_text(problems_page())
        self.stdout.write(f"docs/{PROBLEMS}")
