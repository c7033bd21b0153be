"""The thirteen phestivities, one module each."""

from games.tp5.rules.options import Key
from games.tp5.rules.phestivities.around_the_world import AroundTheWorld
from games.tp5.rules.phestivities.base import Phestivity
from games.tp5.rules.phestivities.best_of_both import BestOfBoth
from games.tp5.rules.phestivities.centering_in import CenteringIn
from games.tp5.rules.phestivities.commune import Commune
from games.tp5.rules.phestivities.disgrace_the_ace import DisgraceTheAce
from games.tp5.rules.phestivities.double_dip import DoubleDip
from games.tp5.rules.phestivities.eviction import Eviction
from games.tp5.rules.phestivities.hogging import Hogging
from games.tp5.rules.phestivities.land_mine import LandMine
from games.tp5.rules.phestivities.number_is_up import NumberIsUp
from games.tp5.rules.phestivities.thats_mine import ThatsMine
from games.tp5.rules.phestivities.tile_trickery import TileTrickery
from games.tp5.rules.phestivities.time_warp import TimeWarp

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
