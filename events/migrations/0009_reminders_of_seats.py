"""When a player is next to be reminded stands in the seat's own row."""

from django.db import migrations, models

# All are reckoned anew, and of what was told before, nobody is told again.
RECKON = (
    "UPDATE events_seat SET remind_at = asked_at, reckoned ="
    " (SELECT r.asked FROM events_reminder r WHERE r.seat_id = events_seat.id)"
    " WHERE asked IS NOT NULL"
)


class Migration(migrations.Migration):
    dependencies = [("events", "0008_removed")]

    operations = [
        migrations.AddField("seat", "remind_at", models.DateTimeField(null=True)),
        migrations.AddField("seat", "reckoned", models.IntegerField(null=True)),
        migrations.RunSQL(RECKON, migrations.RunSQL.noop),
        migrations.DeleteModel("Reminder"),
        migrations.AddIndex(
            "seat",
            models.Index(
                condition=models.Q(("remind_at__isnull", False)),
                fields=["remind_at"],
                name="reminders_due",
            ),
        ),
    ]
