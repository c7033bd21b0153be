"""Changes to notices: schedule, withdraw, send. Other apps import from here."""

from notifications.services.ledger import About as About
from notifications.services.ledger import ScheduledNotice as ScheduledNotice
from notifications.services.ledger import forgetting_of_topics as forgetting_of_topics
from notifications.services.ledger import schedule_for_topics as schedule_for_topics
from notifications.services.ledger import schedule_notice as schedule_notice
from notifications.services.ledger import schedule_notices as schedule_notices
from notifications.services.ledger import withdraw_from_topics as withdraw_from_topics
from notifications.services.ledger import withdraw_notices as withdraw_notices
from notifications.services.ledger import withdrawal_from_topics as withdrawal_from_topics
from notifications.services.rescheduling import reschedule_notices as reschedule_notices
from notifications.services.rescheduling import reword_notices as reword_notices
from notifications.services.seeing import mark_notices_seen as mark_notices_seen
from notifications.services.sending import send_notice as send_notice
from notifications.services.sweep import send_digest_handed_on as send_digest_handed_on
from notifications.services.sweep import send_mail_handed_on as send_mail_handed_on
from notifications.services.sweep import sweep_notices as sweep_notices
