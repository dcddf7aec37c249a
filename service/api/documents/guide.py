"""The guide to encounters for client developers; `docs/encounters.md` has the same as commands to try."""

from html import escape
from typing import Final

from service.operations.registry import PROOF_BYTES

TITLE: Final = "Encounters"

RECEIVER: Final = """\
import base64, hmac, http.server, json, os, time

KEY = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))
OVER = {}  # whether the fight was over after the last entry, by encounter

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
            take(json.loads(body))

def take(delivery):
    entry, fight = delivery["entry"], delivery["id"]
    print(entry["kind"], flush=True)
    if entry["situation"] is None:
        return
    if entry["situation"]["over"] and not OVER.get(fight):
        print(entry["situation"]["text"], flush=True)
    OVER[fight] = entry["situation"]["over"]

http.server.HTTPServer(("127.0.0.1", 9000), Receiver).serve_forever()
"""
"""A receiver of webhooks that needs nothing but Python, and says how each fight has ended."""

GUIDE: Final = f"""\
<p>An encounter is a fight that the service stores. <code>POST /v1/encounters</code> creates one and answers with its id
and two tokens. The tokens are shown only once, because the service stores only their hashes. Send one of them with
every request, as <code>Authorization: Bearer</code>, or as <code>token</code> over GraphQL and on the command line.</p>

<h2>Who sees what</h2>
<table>
<tr><th><code>referee</code></th><td>may do everything and sees everything.</td></tr>
<tr><th><code>viewer</code></th><td>may read the state, the log and the live stream, as far as <code>reveal</code>
allows: <code>all</code>; <code>faces</code>, the dice but not the numbers behind them; or <code>outcomes</code>, only
what everybody at the table sees.</td></tr>
</table>
<p>If an act has <code>"secret": true</code>, viewers see only that it happened. From then on they see no numbers, until
the referee sets <code>reveal</code> again with <code>PATCH</code>. <code>POST /v1/encounters/{{id}}/tokens</code>
replaces or revokes tokens. Streams that were opened with an old token end.</p>

<h2>Changing it</h2>
<p>Every change names the version that it applies to: send the last <code>ETag</code> that you saw as
<code>If-Match</code>. Without this header the answer is 428. If another client has changed the encounter meanwhile, the
answer is 412 and nothing is changed: read the encounter again, and decide again.</p>
<p>Procedures are played at <code>/{{id}}/{{procedure}}</code>, with figures by their ids. An answer with the status
<code>needs_dice</code> has stored nothing: any client with the referee's token can send the request again with more
faces. <code>/undo</code> brings back the state before the last change, byte for byte, and <code>/redo</code> applies
the change again. Both are entries of the log.</p>
<p><code>/{{id}}/{{procedure}}/preview</code> plays a procedure without storing it. Supplied dice are the same in the
preview and in the act. Other dice are different, so that a preview does not show what the act will roll: a seed S is
replaced by the name of its generator, such as <code>sha256ctr1</code>, then <code>:preview/</code>, then the SHA-256 of
S in hexadecimal. No act accepts such a seed.</p>

<h2>When an answer is lost</h2>
<p>Send an <code>Idempotency-Key</code> with every request that changes something: a new random text for each request,
such as <code>$(uuidgen)</code> or Python's <code>uuid.uuid4()</code>. If the connection breaks or the answer is 503,
send the same request with the same key again. If the change was made, you get its answer, and the log has it once. If
not, it is made now. While the first request is still in work the answer is 409 with <code>Retry-After</code>.</p>
<p>The key is a secret, because the same request with the same key gets the same answer from any client, and the answer
to a creation contains the tokens. Therefore a creation needs a key of 16 characters or more, and a key that is printed
in a page of this project is refused (422). A key is valid for 24 hours, but not longer than the encounter and the token
of the request. After a rotation of tokens, the old token still gets the answer with the new tokens, as long as those
are valid.</p>

<h2>Watching it live</h2>
<p><code>GET /v1/encounters/{{id}}/stream</code> is a stream of Server-Sent Events. Each <code>entry</code> has its
version as id, and the <code>situation</code> after it; the last event is <code>end</code> with a reason. A client that
reconnects sends the last id as
<code>Last-Event-ID</code>, and receives each entry exactly once; 0 starts with the first entry. A comment every 15
seconds keeps the connection open. A client that reads too slowly is disconnected with the reason
<code>too_slow</code>, and one that reads nothing for 15 seconds is disconnected without a reason. Both can reconnect
with the last id.</p>
<p>Pages in a browser use <code>fetch</code>, because <code>EventSource</code> sends no headers, or the GraphQL
subscription <code>encountersFollow</code> by <code>graphql-transport-ws</code> at <code>/graphql</code>, with the token
in the payload of <code>connection_init</code>. Queries and mutations at <code>/graphql</code> take the token from the
argument <code>token</code>, or from the header <code>Authorization: Bearer TOKEN</code>.</p>

<h2>Webhooks</h2>
<p>A server that does not hold a stream open creates a webhook: <code>POST /v1/encounters/{{id}}/webhooks</code> with
<code>{{"url": "https://..."}}</code>. The service posts each new entry of the log to this URL as
<code>{{"type": "encounter.entry", "id", "webhook", "role", "entry"}}</code>. The entry is as the token of the request
sees it, the referee's or the viewer's. The answer to the creation has a <code>secret</code>, which is shown only once.
Deliveries are signed with it as Standard Webhooks (standardwebhooks.com) describe: <code>webhook-id</code>,
<code>webhook-timestamp</code>, <code>webhook-signature</code>. Any library for this convention verifies them.</p>
<pre tabindex="0"><code>{escape(RECEIVER)}</code></pre>
<p>Entries are sent in order, each at least once; a repeated entry has the same <code>webhook-id</code>. Any answer of
2xx accepts an entry. Redirects are not followed. After a failure the entry is sent again, with growing pauses, and the
following entries wait. After too many failures, or an answer of 410, the webhook is <code>failed</code>;
<code>GET /v1/encounters/{{id}}/webhooks</code> gives the reason. Delete it and create another one, with the last
version that you received as <code>after</code>. A webhook ends with its encounter and with the token that created it.
The service posts only to <code>https</code> URLs at public addresses, unless its operator allows more.</p>
<p>There is no message of its own for the end of a fight, since each entry has the <code>situation</code> after it. The
fight has ended where <code>situation.over</code> is true and was not true before; <code>winner</code>,
<code>draw</code>, <code>ended_by</code> and <code>text</code> say how. Entries after the end are over, too, and an undo
or a correction lets a fight go on. Where <code>situation</code> is null,
<code>GET /v1/encounters/{{id}}/situation</code> has it.</p>

<h2>Listings</h2>
<p><code>POST /v1/listings</code> creates a listing and shows its token once. Encounters join it when they are created
with this token as <code>listing</code>, or by <code>POST /v1/encounters/{{id}}/listing</code>.
<code>GET /v1/encounters</code> with the token as <code>Authorization: Bearer</code> lists them in pages, the newest
first, with <code>over</code> and <code>winner</code> of each; <code>?over=true</code> lists only those whose fight is
over. Deleted and expired encounters are left out. A listing does not contain the tokens of its encounters: store those
yourself. <code>GET /v1/campaigns</code> lists campaigns that were started with the same <code>listing</code>; without a
token it lists those of your API key.</p>

<h2>Verifying the log</h2>
<p><code>GET /v1/encounters/{{id}}/log</code> returns all entries, in pages of 4 MB at most. While <code>more</code> is
true, send <code>next</code> as <code>after</code> to get the next page. Send the entries as
<code>{{"entries": [...]}}</code> to <code>/v1/encounters/verify</code> of any service. It plays them again with their
dice, and names the first entry that does not follow from the rules, with a pointer to the difference: in the state,
dice, steps, outcome, warnings, undone changes, or in what viewers saw. Some facts cannot be checked, such as an input,
a correction, or the origin of a seed: <code>not_proved</code> lists what is not proved. This body may have
{PROOF_BYTES:,} bytes.</p>
<p>An encounter is played to its end by the version of the rules that it began with. A service with another version
refuses its acts with 409 and names both versions. The encounter can still be read and exported, and a new one can be
created from its state.</p>
<p>Proofs work without trust in the service: <code>GET /v1/encounters/{{id}}/proof</code> exports signed lines, and
<a href="/docs/verify">programs of one file</a> check that the dice were fixed before and that no entry was changed
later. <code>dice_policy</code> of the creation says who may bring dice and name seeds. By default nobody names seeds:
the service rolls each act from a draw, and publishes the hash of that draw one act ahead. An act that is refused after
its dice were rolled uses up its draw: the log has an entry <code>void</code>, and the encounter has a new version.
<code>POST /v1/encounters/{{id}}/end</code> ends the log and publishes what <code>open</code> names.</p>

<h2>Luck</h2>
<p><code>GET /v1/encounters/{{id}}/luck</code> measures how lucky each side was. It plays every act of the log that led
to the present state again many times, with the same state and input and other dice. What a side gains in an act is the
change of its own strength minus the change of all others' strength. Strength is the number of members that stand, then
the points that they can lose. <code>percentile</code> is the number of replays in 100 that go worse for the side: 50 is
usual, 95 is very lucky. Each percentile has bounds.</p>
<p><code>sides</code> covers all acts; <code>by_dice</code> separates dice that the service rolled, seeds that the
caller chose, and supplied dice; <code>history</code> has each act. Decisions are not counted as luck, because each
replay starts from the same state with the same input. Acts that were undone do not count; <code>undone</code> is their
number. Gains other than members and points (places, initiative, cards) count only when later acts turn them into
losses. The same request has the same answer.</p>
<p>The referee can ask for luck at any time, viewers after the log was ended with <code>"open": "all"</code>, because
luck reveals hidden numbers. <code>POST /v1/encounters/luck</code> measures the luck of an exported log.</p>

<h2>Sharing a roll</h2>
<p>A stateless request that rolls can have <code>"keep": true</code>. Then <code>kept</code> of the answer says where
the answer can be read for an hour (<code>/v1/results/{{id}}</code>) and followed (<code>/stream</code> below it).
<code>"keep_with": id</code> adds the next answer to the same page. No token is needed, only the id.</p>

<h2>How long it is stored</h2>
<p>An encounter is deleted seven days after its last use, or as <code>ttl</code> says: a minute to thirty days.
<code>DELETE</code> deletes it at once, with its log and its tokens.</p>

<h2>Quotas</h2>
<p>The operator of the service limits how many bytes, encounters and kept results a client address may store in a
certain time. A request over a quota is refused with 429 <code>storage-quota-spent</code>, stores nothing, and
<code>Retry-After</code> says when to try again. An entry, a state or a kept answer of more than 4 MB is refused with
409 <code>too-large-to-store</code>.</p>
"""
