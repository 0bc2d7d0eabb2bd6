"""Indexes that another one covers, or that nobody asks, cost every move a write."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('events', '0009_reminders_of_seats'),
    ]

    operations = [
        migrations.AlterField(
            model_name='due',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='events.match'),
        ),
        migrations.AlterField(
            model_name='keptanswer',
            name='match',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, to='events.match'),
        ),
        migrations.AlterField(
            model_name='keptanswer',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, to='events.player'),
        ),
        migrations.AlterField(
            model_name='loggedevent',
            name='match',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='log', to='events.match'),
        ),
        migrations.AlterField(
            model_name='outbox',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='events.match'),
        ),
        migrations.AlterField(
            model_name='sealedanswer',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, to='events.match'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='kept_for',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='events.player'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='events.match'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='player',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='events.player'),
        ),
        migrations.AddIndex(
            model_name='keptanswer',
            index=models.Index(condition=models.Q(('match__isnull', False)), fields=['match', 'player', 'turn'], name='answers_to_moves'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(fields=['player'], name='seats_of_a_player'),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('kept_for__isnull', False)), fields=['kept_for'], name='seats_kept_for'),
        ),
    ]
