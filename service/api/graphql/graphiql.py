"""The GraphiQL page, where GraphQL can be tried out, with the assets of this package only."""

from base64 import b64encode
from hashlib import sha256
from typing import Final

_START: Final = """
const given = new URLSearchParams(location.search);
ReactDOM.createRoot(document.getElementById("graphiql")).render(
  React.createElement(GraphiQL, {
    fetcher: GraphiQL.createFetcher({ url: location.pathname }),
    query: given.get("query") ?? undefined,
    variables: given.get("variables") ?? undefined,
    shouldPersistHeaders: false,
  }),
);
"""

_HASH: Final = b64encode(sha256(_START.encode()).digest()).decode()

PAGE: Final = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Umpire: GraphQL</title>
<link rel="stylesheet" href="/assets/graphiql.min.css">
<style>body {{ margin: 0 }} #graphiql {{ height: 100dvh }}</style>
</head>
<body>
<div id="graphiql">Loading…</div>
<script src="/assets/react.production.min.js"></script>
<script src="/assets/react-dom.production.min.js"></script>
<script src="/assets/graphiql.min.js"></script>
<script>{_START}</script>
</body>
</html>
""".encode()

PAGE_HEADERS: Final = [
    (
        b"content-security-policy",
        (
            f"default-src 'none'; script-src 'self' 'sha256-{_HASH}'; style-src 'self' 'unsafe-inline'; "
            "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
        ).encode(),
    )
]
