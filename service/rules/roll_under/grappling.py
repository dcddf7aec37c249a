"""What counts in a grapple and its follow-ups."""

from typing import Final

ARM_BEYOND_TWO: Final = +2
ONE_ARM: Final = -4
PIN_PER_SIZE: Final = +3
PIN_FREE_HANDS: Final = +3
CHOKE_ONE_HAND: Final = -5
CHOKE_TORSO: Final = -5
CHOKE_HAND_BEYOND_TWO: Final = +2
CHOKE_HOLD_ST: Final = +3
NECK_SNAP_ST: Final = -4
HOLD_TWO_HANDS: Final = +5
PINNED_TWO_HANDS: Final = +10
PINNED_ONE_HAND: Final = +5
CHOKE_HOLD_HOLDER: Final = +5
ARM_LOCK_HOLDER: Final = +4
STUNNED_HOLDER: Final = -4
ARM_LOCK_FAILURE: Final = -1


def arms_modifier(arms: int) -> int:
    """Return what a number of free arms adds to an attempt to grapple; without any there is none to be made."""
    return ONE_ARM if arms == 1 else ARM_BEYOND_TWO * max(arms - 2, 0)


def pin_modifier(size_difference: int, *, free_hands: bool) -> int:
    """Return what its size, counted in Size Modifiers above the foe, and more free hands add to who pins."""
    return PIN_PER_SIZE * max(size_difference, 0) + (PIN_FREE_HANDS if free_hands else 0)


def choke_modifier(hands: int, *, by_the_torso: bool) -> int:
    """Return what hands, and a grip around the whole torso, add to who chokes."""
    if hands <= 1:
        return CHOKE_ONE_HAND + (CHOKE_TORSO if by_the_torso else 0)
    return CHOKE_HAND_BEYOND_TWO * (hands - 2) + (CHOKE_TORSO if by_the_torso else 0)


def holder_modifier(hands: int, *, pinned: bool) -> int:
    """Return what hands, and a pin, add to who holds against somebody who breaks free."""
    if pinned:
        return PINNED_TWO_HANDS if hands >= 2 else PINNED_ONE_HAND
    return HOLD_TWO_HANDS if hands >= 2 else 0
