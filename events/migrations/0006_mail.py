"""Playing by mail."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0005_notices")]

    operations = [
        migrations.CreateModel(
            name="SpentLink",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="TakenMail",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            "letter",
            "player",
            models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to="events.player"),
        ),
        migrations.AddField(
            "letter",
            "match",
            models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to="events.match"),
        ),
        migrations.AddField("letter", "answers", models.CharField(default="", max_length=250)),
        migrations.AddField("seat", "standing", models.TextField(db_default="", default="")),
    ]
