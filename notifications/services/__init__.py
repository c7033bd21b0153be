"""What is done to notices: planned, withdrawn, sent once. Other applications import it from here."""

from notifications.services.ledger import About as About
from notifications.services.ledger import Planned as Planned
from notifications.services.ledger import notice_plan as notice_plan
from notifications.services.ledger import notices_plan as notices_plan
from notifications.services.ledger import notices_withdraw as notices_withdraw
from notifications.services.replanning import notices_plan_again as notices_plan_again
from notifications.services.seeing import notices_seen as notices_seen
from notifications.services.sending import notice_send as notice_send
from notifications.services.sweep import notices_sweep as notices_sweep
