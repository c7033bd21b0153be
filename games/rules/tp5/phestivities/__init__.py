"""The thirteen phestivities, one module each."""

from games.rules.tp5.options import Key
from games.rules.tp5.phestivities.around_the_world import AroundTheWorld
from games.rules.tp5.phestivities.base import Phestivity
from games.rules.tp5.phestivities.best_of_both import BestOfBoth
from games.rules.tp5.phestivities.centering_in import CenteringIn
from games.rules.tp5.phestivities.commune import Commune
from games.rules.tp5.phestivities.disgrace_the_ace import DisgraceTheAce
from games.rules.tp5.phestivities.double_dip import DoubleDip
from games.rules.tp5.phestivities.eviction import Eviction
from games.rules.tp5.phestivities.hogging import Hogging
from games.rules.tp5.phestivities.land_mine import LandMine
from games.rules.tp5.phestivities.number_is_up import NumberIsUp
from games.rules.tp5.phestivities.thats_mine import ThatsMine
from games.rules.tp5.phestivities.tile_trickery import TileTrickery
from games.rules.tp5.phestivities.time_warp import TimeWarp

PHESTIVITIES: dict[Key, Phestivity] = {
    "double_dip": DoubleDip(),
    "thats_mine": ThatsMine(),
    "commune": Commune(),
    "land_mine": LandMine(),
    "tile_trickery": TileTrickery(),
    "disgrace_the_ace": DisgraceTheAce(),
    "hogging": Hogging(),
    "centering_in": CenteringIn(),
    "number_is_up": NumberIsUp(),
    "around_the_world": AroundTheWorld(),
    "time_warp": TimeWarp(),
    "best_of_both": BestOfBoth(),
    "eviction": Eviction(),
}
