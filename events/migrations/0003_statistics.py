"""What is counted of players, rebuilt from the log."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0002_people_and_talk")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="team",
            field=models.SmallIntegerField(null=True),
        ),
        migrations.CreateModel(
            name="Placing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=40)),
                ("company", models.CharField(choices=[("people", "People"), ("bots", "Bots")], max_length=6)),
                ("rank", models.SmallIntegerField()),
                ("count", models.IntegerField()),
                ("resigned", models.IntegerField()),
                ("player", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to="events.player")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("player", "game", "company", "rank"), name="one_row_of_a_place")],
            },
        ),
        migrations.CreateModel(
            name="Encounter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.CharField(max_length=40)),
                ("ahead", models.IntegerField()),
                ("behind", models.IntegerField()),
                ("level", models.IntegerField()),
                ("other", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="events.player")),
                ("player", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to="events.player")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("player", "other", "game"), name="one_row_of_a_pair")],
            },
        ),
    ]
