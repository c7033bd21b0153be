"""Matches in the database.

Columns named `sealed…` are encrypted: see `foundation.vault`. No method here reveals their content;
it leaves only through `matches.view.match_view.match_view`.
"""

import matches.models.social  # noqa: F401 - Django looks for models here
from matches.models.log import Activity as Activity
from matches.models.log import Answer as Answer
from matches.models.log import ConditionalBook as ConditionalBook
from matches.models.log import Step as Step
from matches.models.match import Match as Match
from matches.models.seats import AnswerHour as AnswerHour
from matches.models.seats import Attendance as Attendance
from matches.models.seats import FormerHolder as FormerHolder
from matches.models.seats import Seat as Seat
from matches.models.verification import Verification as Verification
