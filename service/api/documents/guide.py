"""The guide to encounters for client developers; the README has the same as commands to try."""

from html import escape
from typing import Final

TITLE: Final = "Encounters"

RECEIVER: Final = """\
import base64, hmac, http.server, json, os, time

KEY = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))

class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        name, sent = self.headers["webhook-id"], self.headers["webhook-timestamp"]
        made = base64.b64encode(hmac.digest(KEY, f"{name}.{sent}.".encode() + body, "sha256")).decode()
        signed = hmac.compare_digest(f"v1,{made}", self.headers["webhook-signature"])
        good = signed and abs(time.time() - int(sent)) < 300
        self.send_response(204 if good else 401)
        self.end_headers()
        if good:
            print(json.loads(body)["entry"]["kind"], flush=True)

http.server.HTTPServer(("127.0.0.1", 9000), Receiver).serve_forever()
"""
"""A receiver of webhooks that needs nothing but Python."""

GUIDE: Final = f"""\
<p>An encounter is a fight that the service remembers. Whoever creates one (<code>POST /v1/encounters</code>) is told
its id and two tokens, once; the service keeps only their hashes. Every request brings one of them as
<code>Authorization: Bearer</code>, or as <code>token</code> over GraphQL and on the command line.</p>

<h2>Who sees what</h2>
<table>
<tr><th><code>referee</code></th><td>may do everything and sees everything.</td></tr>
<tr><th><code>viewer</code></th><td>may read, follow and page through the log, as far as <code>reveal</code> goes:
<code>all</code>; <code>faces</code>, the dice but none of the numbers behind them; <code>outcomes</code>, only what
anybody at the table sees happen.</td></tr>
</table>
<p>Of what is done with <code>"secret": true</code> viewers learn that it happened, and from then on see no numbers
until the referee chooses anew what they see (<code>PATCH</code> with <code>reveal</code>). Tokens are replaced and
revoked by <code>POST /v1/encounters/{{id}}/tokens</code>; streams that were opened with the old ones end.</p>

<h2>Changing it</h2>
<p>Every change names the version it is made to, by <code>If-Match</code> with the <code>ETag</code> that you saw
last. Without it the answer is 428. If somebody was quicker it is 412, and nothing has happened: read again, and
decide again. Procedures are played at <code>/{{id}}/{{procedure}}</code> with figures by their ids, and tried at
<code>/{{id}}/{{procedure}}/preview</code>, which rolls other dice than the act that follows: in the place of a seed S
it
uses its generator's name, such as <code>sha256ctr1</code>, <code>:preview/</code> and the SHA-256 of S, written in
hexadecimal. No act takes such a seed. Dice that
you supply are the same in both. An answer of <code>needs_dice</code> has stored nothing; any client with the
referee's token may send the request with more faces. <code>/undo</code> returns to the state before, bit for bit, and
<code>/redo</code> goes forth again; both are entries of the log.</p>

<h2>When an answer is lost</h2>
<p>Send an <code>Idempotency-Key</code> that nobody can guess with everything that changes something: a new random one
for each request, such as <code>$(uuidgen)</code> or Python's <code>uuid.uuid4()</code>. It is a secret: the same key
with the same request gets the same answer, whoever sends it, and the answer to a creation has the tokens in it. So a
key that stands in a page of this project, where everybody finds it, is refused (422). If the
connection breaks, the answer is 503, or a service dies: send the same request with the same key again. If the change
was made, you get its answer, and it is in the log once; if not, it is made now. While the first try may still be
under way the answer is 409 with <code>Retry-After</code>, for some seconds at most. This holds for 24 hours, but no
longer than the encounter, and the token that the request was sent with: after a rotation the old token is told nothing
again but the new ones, as long as those count. To create an encounter the key has 16 characters or more, because
whoever brings it again is told the tokens.</p>

<h2>Watching it live</h2>
<p><code>GET /v1/encounters/{{id}}/stream</code> is a stream of Server-Sent Events: <code>entry</code>, whose id is its
version, and at last <code>end</code> with a reason. Who comes back with <code>Last-Event-ID</code> misses nothing and
sees nothing twice; 0 begins at the beginning. A comment every 15 seconds keeps the connection alive. Who does not
read is dropped with <code>too_slow</code>, and who takes nothing at all for 15 seconds is cut off; coming back with
the last id mends both. Pages in a browser use <code>fetch</code>, since <code>EventSource</code> sends no headers, or
the GraphQL subscription <code>encountersFollow</code> by <code>graphql-transport-ws</code> at <code>/graphql</code>,
with the token in the payload of <code>connection_init</code>. Queries and mutations at <code>/graphql</code> take the
token from the argument <code>token</code>, or from the header <code>Authorization: Bearer TOKEN</code>.</p>

<h2>Having changes posted to your server</h2>
<p>A server that holds no stream creates a webhook: <code>POST /v1/encounters/{{id}}/webhooks</code> with
<code>{{"url": "https://..."}}</code>. Each new entry of the log is posted there as <code>{{"type": "encounter.entry",
"id", "webhook", "role", "entry"}}</code>: with the referee's token as the referee sees it, with the viewer's as viewers
see it. The answer to the creation has a <code>secret</code>, once. Deliveries are signed with it as
Standard Webhooks (standardwebhooks.com) has it (<code>webhook-id</code>,
<code>webhook-timestamp</code>, <code>webhook-signature</code>), so any library for that convention verifies them.</p>
<pre tabindex="0"><code>{escape(RECEIVER)}</code></pre>
<p>Entries come in order, each at least once: one that comes again has the same <code>webhook-id</code>. Any answer of
2xx accepts an entry; redirects are not followed. After a failure the entry is sent again, each time later, and the
entries after it wait. After too many failures, or an answer of 410, the webhook is <code>failed</code>, and
<code>GET /v1/encounters/{{id}}/webhooks</code> says why: delete it, and create another with <code>after</code>, the
last
version that you have. Webhooks end with the encounter, and with the token that made them. Only <code>https</code> at
public addresses is posted to, unless the service's operator allows more.</p>

<h2>Finding it again</h2>
<p><code>POST /v1/listings</code> gives a token, once. An encounter that is created with it as <code>listing</code>, or
added by <code>POST /v1/encounters/{{id}}/listing</code>, is found by <code>GET /v1/encounters</code> with
<code>Authorization: Bearer</code> and that token: the newest first, in pages, without those that were deleted or have
expired. A listing tells which encounters there are, and has none of their tokens: keep those yourself.
Campaigns that are started with it as <code>listing</code> are found by <code>GET /v1/campaigns</code> in the same way;
without a token that lists those of your API key.</p>

<h2>Proving it</h2>
<p><code>GET /v1/encounters/{{id}}/log</code> gives every entry in pages of 4 MB at most: as long as there is
<code>more</code>, <code>next</code> is the <code>after</code> of the next one. Posted as <code>{{"entries":
[...]}}</code> to <code>/v1/encounters/verify</code> of any service they are played again with their own dice, and the
first entry that is not what the rules give is named, with a pointer to what differs: states, dice, steps, outcomes,
warnings, what was undone, and what viewers saw. What only the referee or the service can know (an input, a correction,
who chose a seed) is taken as it stands; the answer's <code>not_proved</code> says so of the dice. Such a body may have
8 MiB. An encounter is played to its end by the rules it was begun with: if a service plays another version of them, it
refuses with 409 and names both. The encounter can still be read and exported, and another can be created from its
state.</p>

<p>That the dice were fixed before, and that nothing was rewritten, is proved without the service:
<code>GET /v1/encounters/{{id}}/proof</code> exports signed lines, and <a href="/docs/verify">programs of one file</a>
check them. <code>dice_policy</code> of the creation says who may bring dice and name seeds; by default nobody names
seeds, and the service rolls each act from a draw that it was committed to one act ahead. An act that is refused after
its dice were rolled has taken its draw: it is an entry <code>void</code>, and the encounter has a new version.
<code>POST /v1/encounters/{{id}}/end</code> ends the log and opens what is asked for.</p>

<h2>Who was lucky</h2>
<p><code>GET /v1/encounters/{{id}}/luck</code> plays every act of the log that led to the present state again and again,
on the state that it was played on, with the same input and other dice. What a side gains in an act is the change of its
own strength less that of all others: first members that stand, then points that can be lost. Its
<code>percentile</code> is how many of 100 such replays go worse for it: 50 is usual, 95 is much luck, and each has its
bounds. <code>sides</code> is of all acts together, <code>by_dice</code> of the dice that the service rolled, of seeds
that the caller chose, and of dice that were brought, and <code>history</code> of each act. Given are the decisions, and
the states as they came about, so that a lucky blow counts once and a bad plan is no bad luck. Acts that were undone do
not count; <code>undone</code> says how many there are. What dice bring besides members and points (places, initiative,
cards) counts only once later acts turn it into losses. The same request has the same answer.</p>
<p>The referee can always ask for it, viewers once the log was ended with <code>"open": "all"</code>: before that luck
would betray numbers. <code>POST /v1/encounters/luck</code> tells it of
an exported log.</p>

<h2>Sharing a roll</h2>
<p>Every stateless request that rolls takes <code>"keep": true</code>; its answer's <code>kept</code> says where it is
read for an hour (<code>/v1/results/{{id}}</code>) and followed (<code>/stream</code> below it). <code>"keep_with":
id</code> puts the next one beside it. The id is all the right that is needed.</p>

<h2>How long it lasts</h2>
<p>Seven days after it was last used, or as <code>ttl</code> says: a minute to thirty days. <code>DELETE</code>
forgets it at once, with its log and its tokens.</p>

<h2>How much it may be</h2>
<p>One client address may have so many bytes stored in a time, and so many encounters and kept results created; the
service's operator sets both. More is refused with 429 <code>storage-quota-spent</code>, <code>Retry-After</code> says
for how long, and nothing is stored. An entry, a state or a kept answer of more than 4 MB is refused with 409
<code>too-large-to-store</code>: ask for less at once.</p>
"""
