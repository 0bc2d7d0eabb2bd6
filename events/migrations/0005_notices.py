"""Notices on their way to people."""

import django.db.models.deletion
from django.db import migrations, models

import events.models.ids


class Migration(migrations.Migration):
    dependencies = [("events", "0004_clocks")]

    operations = [
        migrations.RemoveConstraint("outbox", "told_once"),
        migrations.AddField("outbox", "number", models.BigIntegerField(db_default=0)),
        # Nobody is told now of what happened before there were deliveries.
        migrations.AddField("outbox", "planned", models.BooleanField(db_default=True)),
        migrations.AlterField("outbox", "planned", models.BooleanField(db_default=False)),
        migrations.AlterField(
            "outbox",
            "kind",
            models.CharField(
                choices=[("your_turn", "Your Turn"), ("match_started", "Started"), ("match_finished", "Finished"), ("invited", "Invited"), ("deadline_near", "Deadline Near"), ("timed_out", "Timed Out"), ("message", "Message")],
                max_length=20,
            ),
        ),
        migrations.AddIndex(
            "outbox",
            models.Index(condition=models.Q(("planned", False)), fields=["id"], name="to_be_planned"),
        ),
        migrations.AddConstraint(
            "outbox",
            models.UniqueConstraint(fields=("recipient", "match", "seq", "kind", "number"), name="told_once"),
        ),
        migrations.CreateModel(
            name="Bounce",
            fields=[
                ("email", models.CharField(max_length=254, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("answer", models.CharField(max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name="Reminder",
            fields=[
                ("seat", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to="events.seat")),
                ("asked", models.IntegerField()),
                ("deadline", models.DateTimeField()),
                ("at", models.DateTimeField(null=True)),
            ],
            options={"indexes": [models.Index(fields=["at"], name="reminders_due")]},
        ),
        migrations.CreateModel(
            name="Endpoint",
            fields=[
                ("id", models.CharField(default=events.models.ids.random_id, max_length=36, primary_key=True, serialize=False)),
                ("channel", models.CharField(choices=[("push", "Push"), ("webhook", "Webhook")], max_length=7)),
                ("url", models.CharField(max_length=1000)),
                ("keys", models.TextField()),
                ("created_at", models.DateTimeField()),
                ("disabled_at", models.DateTimeField(null=True)),
                ("tried_at", models.DateTimeField(null=True)),
                ("answer", models.CharField(default="", max_length=200)),
                ("device", models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="events.token")),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="endpoints", to="events.player")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("url", "player", "channel"), name="registered_once")],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.CharField(default=events.models.ids.random_id, max_length=36, primary_key=True, serialize=False)),
                ("channel", models.CharField(choices=[("email", "Email"), ("push", "Push"), ("webhook", "Webhook")], max_length=7)),
                ("digest", models.BooleanField(default=False)),
                ("state", models.CharField(choices=[("waiting", "Waiting"), ("sent", "Sent"), ("stale", "Stale"), ("dead", "Dead")], default="waiting", max_length=7)),
                ("at", models.DateTimeField()),
                ("tries", models.SmallIntegerField(default=0)),
                ("answer", models.CharField(default="", max_length=200)),
                ("endpoint", models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to="events.endpoint")),
                ("notice", models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="events.outbox")),
            ],
            options={
                "verbose_name_plural": "deliveries",
                "indexes": [models.Index(fields=["state", "at"], name="deliveries_due")],
                "constraints": [
                    models.UniqueConstraint(fields=("notice", "endpoint"), name="delivered_once"),
                    models.UniqueConstraint(condition=models.Q(("endpoint__isnull", True)), fields=("notice", "channel"), name="mailed_once"),
                ],
            },
        ),
    ]
