"""Target discrimination: what a watcher believes of somebody who appears before it fires."""

from service.rules.tactical.book.options import TacticalDiscriminate


def believes_foe(option: TacticalDiscriminate, *, is_foe: bool, succeeded: bool) -> bool | None:
    """Tell whether a watcher takes somebody for a foe after its Vision roll; None if it cannot tell.

    Source: Opportunity Fire, Target Discrimination. Ruling: tactical/ruling/discriminate-fail.
    """
    if succeeded:
        return is_foe
    return None if option is TacticalDiscriminate.UNKNOWN else not is_foe
