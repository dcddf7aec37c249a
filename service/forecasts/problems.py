"""The problems of campaigns."""

from service.errors import NotFound, Refused, UmpireError


class UnknownCampaign(NotFound, title="Unknown campaign"):
    """There is no campaign with this id: it never existed or has expired."""


class UnknownCell(NotFound, title="Unknown cell"):
    """The campaign has no cell with this number, or the cell no fight with this number."""


class CancelRefused(UmpireError, status=403, title="Not yours to cancel"):
    """Only the campaign's own token, or the API key that started it, cancels it; its link only reads."""


class CampaignTooLarge(Refused, title="Campaign too large"):
    """Cells times fights are more than this service plays; ask for fewer cells or fights, or its operator for more."""


class PartsDisagree(Refused, title="Parts disagree"):
    """Each part of the request matches the schema, but one names something that another does not have."""
