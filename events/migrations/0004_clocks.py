"""Clocks, time-outs and what people say about their time."""

from datetime import timedelta

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone


def owe_what_ends_them(apps, schema_editor):
    """Matches that are there already have no clock, and end when nobody plays them."""
    match, due = apps.get_model("events", "Match"), apps.get_model("events", "Due")
    now = timezone.now()
    waits = {"open": timedelta(days=10), "running": timedelta(days=21)}
    kinds = {"open": "open", "running": "idle"}
    due.objects.bulk_create(
        (
            due(match_id=match_id, kind=kinds[status], at=now + waits[status])
            for match_id, status in match.objects.filter(status__in=waits)
            .values_list("id", "status")
            .iterator()
        ),
        batch_size=1000,
    )


class Migration(migrations.Migration):
    dependencies = [("events", "0003_statistics")]

    operations = [
        migrations.CreateModel(
            name="Reliability",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("player", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to="events.player")),
                ("turns", models.IntegerField()),
                ("in_time", models.IntegerField()),
                ("median_seconds", models.IntegerField(null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player",), name="relied_on_once")
                ],
            },
        ),
        migrations.AddField("match", "clock", models.TextField(default='{"kind":"none"}')),
        migrations.AddField("match", "minimum_reliability", models.SmallIntegerField(null=True)),
        migrations.AddField("player", "calendar", models.TextField(default="")),
        migrations.AddField("seat", "bank", models.BigIntegerField(null=True)),
        migrations.AddField("seat", "deadline", models.DateTimeField(null=True)),
        migrations.AddField("seat", "in_turn", models.BooleanField(default=False)),
        migrations.AddField("seat", "late", models.IntegerField(default=0)),
        migrations.AddField("seat", "stand_in", models.BooleanField(default=False)),
        migrations.AddField("seat", "times", models.TextField(default="")),
        migrations.AddField("seat", "turns", models.IntegerField(default=0)),
        migrations.AlterField(
            "due",
            "kind",
            models.CharField(
                choices=[("bot", "Bot"), ("seeds", "Seeds"), ("open", "Open"), ("idle", "Idle"), ("count", "Count")],
                max_length=5,
            ),
        ),
        migrations.AddIndex(
            "seat",
            models.Index(
                condition=models.Q(("deadline__isnull", False), ("in_turn", True)),
                fields=["deadline"],
                name="deadlines",
            ),
        ),
        migrations.RunPython(owe_what_ends_them, migrations.RunPython.noop),
    ]
