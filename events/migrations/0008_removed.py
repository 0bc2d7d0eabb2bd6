"""Who was removed from a match, and does not come back by an old invitation."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0007_dead_letters")]

    operations = [
        migrations.CreateModel(
            name="Removed",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False,
                                           verbose_name="ID")),
                ("at", models.DateTimeField()),
                ("match", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT,
                                            to="events.match")),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT,
                                             related_name="+", to="events.player")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("match", "player"), name="removed_once")
                ],
            },
        ),
    ]  # fmt: skip
