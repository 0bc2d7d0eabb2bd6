"""Letters that nobody took are kept, and an address is invited to a match once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0006_mail")]

    operations = [
        migrations.AddField("letter", "trouble", models.CharField(default="", max_length=200)),
        migrations.AddField("letter", "dead_at", models.DateTimeField(null=True)),
        migrations.AddField("letter", "stop", models.CharField(default="", max_length=600)),
        migrations.AddField("invitation", "mailed", models.CharField(default="", max_length=64)),
    ]
