// Check an exported log without the service that wrote it: `node verify.mjs LOG.jsonl`, with the options of verify.py:
// --keys FILE, --saw VERSION:HASH (repeated), --fast, --json. In a page: `import { check, wordsOf } from "./verify.mjs"`.
// One file, Web Crypto alone: Node 20, Chrome 137, Firefox 129, Safari 17 or later. It shares no code with verify.py and
// says the same. It checks signatures, the chain, what was shown, the openings of draws, who rolled, and every face and
// card of the service; the service checks the rules.

const HEAD = new RegExp(
  "^umpire/head/1\n([a-z0-9.:/_-]{1,100})\n([0-9a-f]{32})\nversion ([1-9][0-9]{0,6})\ndraw ([1-9][0-9]{0,6})\n" +
    "commit ([0-9a-f]{64})\nfull ([0-9a-f]{64})\nshown ([0-9a-f]{64})\npromise ([0-9a-f]{64})\nprev ([0-9a-f]{64})\n$",
);
const HEX = /^[0-9a-f]{64}$/;
const SEAT = /^[a-z0-9][a-z0-9_-]{0,31}$/;
const SIGNATURE = /^(?:[0-9a-f]{2}){16,128}$/;
const POOL = /^([0-9]{0,5})d([0-9]{1,4})$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const KINDS = ["create", "act", "void", "correct", "undo", "redo", "join", "contribute", "announce", "end"];
const COUNTED = { act: "acts", void: "void", undo: "undone", correct: "corrected" };
// Points of small order, canonical and not, without the sign bit: anything would be signed by such a key.
const SMALL = new Set([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]);
const utf8 = new TextEncoder();

const WHY = {
  "absent": "the seats that the draw names as absent are not those without a value in it",
  "after-end": "something comes after the end of the log",
  "announced": "the act was not announced, differs from the announcement, or another entry came in between",
  "cards": "a card is not the one that its seed gives, or was not in the deck",
  "chain": "the entry does not follow the one before it: entries were removed, added or reordered",
  "commit-kept": "the commitment to the next draw changed although no draw was taken, or stayed although one was",
  "count": "the number of supplied dice is below zero or above the number of dice rolled",
  "differs": "what viewers were shown does not match the entry",
  "draw": "the number of the draw does not follow from the entries before it",
  "empty": "the line has neither an entry nor what viewers were shown",
  "faces": "a face is not the one that its seed gives",
  "form": "a field is missing, or has a value of the wrong type",
  "full": "the entry is not the one that was signed",
  "header": "the first line is not the header of an exported log",
  "id": "the entry belongs to another encounter",
  "json": "the line is not JSON that all programs read in the same way",
  "key": "a signing key is not valid",
  "kind": "an entry of this kind is not allowed at this place",
  "label": "the entry is wrong about who chose the seed",
  "late-commitment": "a value counts in a draw whose first value was known before the player made the commitment",
  "note": "the signed head does not have the form of a head",
  "opening": "the opening of the draw does not match the commitment of the service",
  "origin": "the head was signed for another service",
  "other-log": "a head that was seen is not in this log: there are two logs, or its end was cut off",
  "policy": "the dice policy of the log does not allow these dice",
  "promise": "the key of the draws is not the one committed to at the creation, or a draw does not follow from it",
  "reused-commitment": "a commitment is used twice",
  "seat": "this seat may not do this at this place",
  "seed": "the seed does not follow from the opening and the values",
  "shown": "what viewers were shown does not match what was signed",
  "signature": "the signature is not valid under any known key",
  "state": "the state before the entry is not the state after the entry before it",
  "value": "a value does not match the commitment of the player",
  "values": "the values in the draw are not those that the players contributed",
  "version": "the version numbers are not consecutive",
};
const PROVED = [
  ["always", "All {version} entries are what {origin} signed, in this order; none before the last is missing."],
  ["fork", "It is a fork: {origin_of_fork}."],
  ["acts", "{drawn} of {acts} acts were rolled from draws to which the service had committed itself before."],
  ["table", "{table} of these draws also hold values to which players had committed themselves."],
  ["announced", "{announced} acts were announced before any value for their draws was known."],
  ["rolled", "{rolled} faces follow from their seeds."],
  ["dealt", "{dealt} cards follow from their seeds and the decks that they were dealt from."],
  ["spent", "The log shows: {undone} acts undone, {void} refused or withdrawn, {burned} draws used without an act."],
  ["ended", "The log is complete: its end is signed."],
  ["traced", "Every draw follows from the key that the service committed itself to at the creation."],
];
const NOT_PROVED = [
  ["caller", "{caller} acts were rolled from seeds that the referee chose and may have selected from many."],
  ["supplied_faces", "{supplied_faces} faces were supplied: nothing shows that they were rolled."],
  ["beacon", "{beacon} draws hold a beacon's value: nothing shows that it is the beacon's, and new."],
  ["stated_cards", "{stated_cards} cards were supplied or are of hidden decks: nothing shows that they were drawn."],
  ["fork", "What came before the fork, and that there was no other fork: a referee can show the luckiest of many."],
  ["only_shown", "{only_shown} of {version} entries are in this file only as viewers saw them."],
  ["silent_seats", "That every seat took part: draws lack {absent} values, from {silent_seats}."],
  ["sealed", "{sealed} draws are committed to, but not shown in this file, and cannot be checked."],
  ["open_end", "That no entry came after the last one: the log is not ended. Compare the last head."],
  ["untraced", "That the service did not choose later draws freely: the key of the draws is not opened."],
  ["drawnkeys", "That the keys are those of {origin}: this file has them. Compare /.well-known/umpire-keys there."],
  ["always", "That the outcomes follow from the rules: POST /v1/encounters/verify checks this."],
  ["always", "The time of each act, who the players are, and that there was no other encounter or ticket."],
];

class BrokenLog extends Error {
  constructor(why) {
    super(why);
    this.why = why;
  }
}
const need = (holds, why) => {
  if (!holds) throw new BrokenLog(why);
};

// --- Hashes, dice and JSON ---------------------------------------------------------------------------------------

const hex = (bytes) => Array.from(new Uint8Array(bytes), (b) => b.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => Number.parseInt(pair, 16));
const unbase64 = (text, why) => {
  need(BASE64.test(text), why);
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
};
const sha256 = async (bytes) => hex(await crypto.subtle.digest("SHA-256", bytes));
const text = (label, ...lines) => [`umpire:${label}:1`, ...lines].map((line) => `${line}\n`).join("");
const digest = (label, ...lines) => sha256(utf8.encode(text(label, ...lines)));
const digestWith = (tail, label, ...lines) => sha256(utf8.encode(text(label, ...lines) + tail));

async function mac(key, label, ...lines) {
  const made = await crypto.subtle.importKey("raw", unhex(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return hex(await crypto.subtle.sign("HMAC", made, utf8.encode(text(label, ...lines))));
}

async function below(seed, n, sides) {
  const s = BigInt(sides);
  const most = ((1n << 64n) / s) * s;
  const prefix = `${seed}/`;
  const [hash, numbers] = prefix.startsWith("sha512ctr1:") ? ["SHA-512", 8] : ["SHA-256", 1];
  const at = 16 * (n % numbers);
  for (let attempt = 0; ; attempt++) {
    const block = utf8.encode(`${prefix}${Math.floor(n / numbers)}/${attempt}`);
    const word = BigInt(`0x${hex(await crypto.subtle.digest(hash, block)).slice(at, at + 16)}`);
    if (word < most) return Number(word % s);
  }
}

const keysIn = (value) => {
  if (value === null || typeof value !== "object") return 0;
  if (Array.isArray(value)) return value.reduce((sum, each) => sum + keysIn(each), 0);
  return Object.values(value).reduce((sum, each) => sum + 1 + keysIn(each), 0);
};

function strict(document) {
  need(document.isWellFormed(), "json");
  let value;
  try {
    value = JSON.parse(document);
  } catch {
    throw new BrokenLog("json");
  }
  // Outside strings each colon belongs to a key: if there are more than keys, a key came twice.
  need(document.replace(/"(?:[^"\\]|\\.)*"/g, "").split(":").length - 1 === keysIn(value), "json");
  return value;
}

const isRecord = (value) => value !== null && typeof value === "object";
const same = (a, b) =>
  a === b ||
  (isRecord(a) &&
    isRecord(b) &&
    Array.isArray(a) === Array.isArray(b) &&
    Object.keys(a).length === Object.keys(b).length &&
    Object.keys(a).every((name) => Object.hasOwn(b, name) && same(a[name], b[name])));
const whole = (value) => {
  need(Number.isSafeInteger(value), "form");
  return value;
};
const own = (record, name) => {
  if (!isRecord(record) || !Object.hasOwn(record, name)) throw new TypeError(name);
  return record[name];
};
const get = (record, name) => (Object.hasOwn(record, name) ? record[name] : null);

// --- Keys and signed notes ---------------------------------------------------------------------------------------

async function knownKeys(document) {
  const keys = new Map();
  for (const key of own(document, "keys")) {
    const padded = key.x.replace(/-/g, "+").replace(/_/g, "/").padEnd(Math.ceil(key.x.length / 4) * 4, "=");
    const raw = unbase64(padded, "form");
    need(key.kty === "OKP" && key.crv === "Ed25519" && raw.length === 32, "key");
    const plain = raw.slice();
    plain[31] &= 127;
    need(!SMALL.has(hex(plain)), "key");
    const named = new Uint8Array([...utf8.encode(document.origin), 10, 1, ...raw]);
    const made = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]).catch(() => null);
    need(made, "key");
    keys.set((await sha256(named)).slice(0, 8), made);
  }
  return [own(document, "origin"), keys];
}

async function opened(note, origin, keys, checked) {
  const at = note.lastIndexOf("\n\n");
  need(at >= 0 && note.endsWith("\n") && at + 2 < note.length, "note");
  const body = note.slice(0, at + 1);
  let found = null;
  for (const line of note.slice(at + 2, -1).split("\n")) {
    const parts = line.split(" ");
    need(parts.length === 3 && parts[0] === "\u2014", "note");
    const raw = unbase64(parts[2], "note");
    const id = hex(raw.slice(0, 4));
    if (parts[1] === origin && keys.has(id)) {
      const signature = raw.slice(4);
      const good =
        signature.length === 64 &&
        (!checked || (await crypto.subtle.verify("Ed25519", keys.get(id), signature, utf8.encode(body))));
      need(good, "signature");
      found = id;
    }
  }
  need(found, "signature");
  return [body, found];
}

// --- Cards -------------------------------------------------------------------------------------------------------

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const DECK = [...["S", "H", "D", "C"].flatMap((suit) => RANKS.map((rank) => rank + suit)), "JOKER1", "JOKER2"];
const DECK_FAMILY = "mass";
// The operation whose rounds each have a fresh deck, whatever deck the encounter keeps.
const MANY_ROUNDS = "mass/resolve-skirmish";
// The rule of the step that follows the last card of a round.
const ALL_DRAWN = "mass/initiative/card-order";

function freshDeck(view) {
  const rulings = get(view, "rulings");
  const size = get(view, "family") === DECK_FAMILY && isRecord(rulings) ? get(rulings, "deck") : null;
  return [52, 53, 54].includes(size) ? DECK.slice(0, size) : null;
}

// The decks of a log that is read; `deck` has the cards left, null where the file does not show them.
class Decks {
  kept = new Map(); // by state: the deck in it; null if each round has a fresh one
  fresh = null;
  deck = null;
  dealt = 0;

  begin(view) {
    const before = get(view, "before");
    this.fresh = freshDeck(view);
    this.deck = null;
    if (!this.kept.has(before)) return;
    const held = get(view, "operation") === MANY_ROUNDS ? null : this.kept.get(before);
    this.deck = (held ?? this.fresh)?.slice() ?? null;
  }

  async take(card, seed, n) {
    if (n !== null && typeof seed !== "string") return false;
    if (this.deck === null) return true;
    if (!this.deck.includes(card)) return false;
    if (n !== null && this.deck[await below(seed, n, this.deck.length)] !== card) return false;
    this.deck.splice(this.deck.indexOf(card), 1);
    if (n !== null) this.dealt += 1;
    return true;
  }

  step(view, rule) {
    if (rule === ALL_DRAWN && get(view, "operation") === MANY_ROUNDS && this.deck !== null)
      this.deck = this.fresh?.slice() ?? null;
  }

  end(view) {
    const [before, after, state] = [get(view, "before"), get(view, "after"), get(view, "state")];
    if (typeof after !== "string") return;
    if (isRecord(state) && !Array.isArray(state)) {
      const deck = get(state, "deck_state");
      const isDeck = Array.isArray(deck) && deck.length > 0 && deck.length <= 200 && deck.every((each) => typeof each === "string");
      if (deck === null || isDeck) this.kept.set(after, deck);
    } else if (view.kind === "act" && this.kept.has(before)) {
      const held = this.kept.get(before);
      const isUsedUp = held !== null && get(view, "dice") !== null && get(view, "operation") !== MANY_ROUNDS;
      this.kept.set(after, isUsedUp ? (this.deck?.length ? this.deck : this.fresh) : held);
    }
  }
}

// --- Announcements -----------------------------------------------------------------------------------------------

const isWithdrawal = (view) => view.kind === "void" && get(view, "problem") === "withdrawn";

// What is announced and not played yet. Viewers do not see all that is compared of whole entries.
class Announcements {
  open = null;
  openIsComplete = false;
  played = 0;

  allow(policy, view, isWhole) {
    const kind = view.kind;
    const isComplete = isWhole || get(view, "after") !== null;
    const announces = isRecord(policy) && get(policy, "announce") === true;
    if (kind === "create" || !announces) return kind !== "announce" && !isWithdrawal(view);
    if (kind === "announce") {
      const isFirst = this.open === null;
      this.open = view;
      this.openIsComplete = isComplete;
      return isFirst && typeof get(view, "covert") === "boolean";
    }
    const isUnseen = kind === "hidden" && !isWhole;
    if (this.open === null) return isUnseen || !["act", "void", "hidden", "contribute"].includes(kind);
    return kind === "contribute" || ((isUnseen || kind === "act" || kind === "void") && this.plays(view, isComplete));
  }

  plays(view, isComplete) {
    const announced = this.open;
    this.open = null;
    if (view.kind === "act") this.played += 1;
    const [said, done] = [get(announced, "operation"), get(view, "operation")];
    if (view.secret !== announced.covert) return false;
    if (!this.openIsComplete || !isComplete) return said === null || done === null || same(said, done);
    return said !== null && same([said, get(announced, "input")], [done, get(view, "input")]);
  }
}

// --- What viewers were shown ---------------------------------------------------------------------------------------

// Fields, items of lists or all of a value may be left out, but nothing may be other than in the entry.
function isPart(shown, whole) {
  if (shown === null) return true;
  if (Array.isArray(shown) && Array.isArray(whole)) return inOrder(shown, whole, isPart);
  if (isRecord(shown) && isRecord(whole) && !Array.isArray(shown) && !Array.isArray(whole))
    return Object.keys(shown).every((name) => Object.hasOwn(whole, name) && isPart(shown[name], whole[name]));
  return same(shown, whole);
}

function inOrder(shown, whole, fits) {
  let at = 0;
  return shown.every((each) => {
    while (at < whole.length && !fits(each, whole[at])) at++;
    return at++ < whole.length;
  });
}

const OF_STEPS = ["rule", "actor", "label", "dice", "faces", "card", "source", "total"];
const isStep = (shown, whole) => OF_STEPS.every((name) => same(own(shown, name), own(whole, name)));
const isEmpty = (value) => value === null || (isRecord(value) && Object.keys(value).length === 0);

function agree(shown, entry) {
  const told = Object.keys(shown).filter((name) => !isEmpty(shown[name]));
  if (own(entry, "secret") === true) {
    const all = ["version", "kind", "secret", "reveal", "summary"];
    return own(shown, "kind") === "hidden" && own(shown, "secret") === true && told.every((name) => all.includes(name));
  }
  if (!["version", "kind", "secret"].every((name) => same(own(shown, name), own(entry, name)))) return false;
  const retold = ["reveal", "steps", "before", "after"];
  if (!told.every((name) => retold.includes(name) || isPart(shown[name], get(entry, name)))) return false;
  const hashes = ["before", "after"].filter((name) => told.includes(name)).map((name) => shown[name]);
  const steps = inOrder(get(shown, "steps") ?? [], get(entry, "steps") ?? [], isStep);
  return steps && hashes.every((each) => typeof each === "string" && /^sha256:[0-9a-f]{64}$/.test(each));
}

// --- The log -----------------------------------------------------------------------------------------------------

class Log {
  static async of(header, pinned, fast) {
    const log = new Log();
    need(get(header, "umpire") === "log/1", "header");
    [log.origin, log.keys] = await knownKeys(pinned ?? header);
    need(log.origin === own(header, "origin"), "origin");
    log.fast = fast;
    log.told.origin = log.origin;
    log.told.keys_from = pinned ? "elsewhere" : "the file";
    return log;
  }

  before = null;
  prev = null;
  commits = new Map();
  heads = new Map();
  seats = new Map();
  since = new Map();
  values = new Map();
  used = new Set();
  first = 0;
  decks = new Decks();
  policy = null;
  state = null;
  announcing = new Announcements();
  told = {
    acts: 0,
    service: 0,
    table: 0,
    ticket: 0,
    caller: 0,
    no_rolls: 0,
    supplied_faces: 0,
    faces: 0,
    cards: 0,
    dealt: 0,
    sealed: 0,
    burned: 0,
    announced: 0,
    beacon: 0,
    void: 0,
    undone: 0,
    corrected: 0,
    absent: 0,
    whole: 0,
    from_creation: "not opened",
    ended: false,
    forked_from: null,
    fork_of: null,
    silent: [],
    keys: [],
  };

  async take(version, line, last) {
    need(!this.told.ended, "after-end");
    const [note, key] = await opened(own(line, "head"), this.origin, this.keys, last || !this.fast);
    const match = HEAD.exec(note);
    need(match, "note");
    const [, origin, id, written, drawn, commit, full, shown, promise, prev] = match;
    const draw = Number(drawn);
    need(origin === this.origin, "origin");
    need(Number(written) === version, "version");
    if (!this.told.keys.includes(key)) this.told.keys.push(key);
    let taken = false;
    if (this.before === null) {
      need(draw === 1, "draw");
      this.told.forked_from = /[^0]/.test(prev) ? prev : null;
    } else {
      need(id === this.before.id && promise === this.before.promise, "id");
      need(prev === this.prev, "chain");
      taken = draw !== this.before.draw;
      need(draw === this.before.draw + (taken ? 1 : 0), "draw");
      need((commit !== this.before.commit) === taken, "commit-kept");
    }
    const view = await this.read(line, id, version, full, shown);
    const [n, promised] = this.before ? [this.before.draw, this.before.commit] : [1, commit];
    await this.follow(id, version, view, { n, promised, taken, isWhole: get(line, "entry") !== null });
    if (get(line, "entry") !== null && get(line, "shown") !== null) need(agree(strict(line.shown), view), "differs");
    this.commits.set(draw, commit);
    this.before = { id, promise, draw, commit };
    this.prev = await sha256(utf8.encode(note));
    this.heads.set(version, this.prev);
    if (view.kind === "end") await this.close(id, view, promise);
  }

  async read(line, id, version, full, shown) {
    let view = null;
    if (get(line, "shown") !== null) {
      need((await digestWith(line.shown, "shown", id, version)) === shown, "shown");
      view = strict(line.shown);
    }
    if (get(line, "entry") !== null) {
      need(HEX.test(own(line, "salt")), "full");
      need((await digestWith(line.entry, "entry", id, version, line.salt)) === full, "full");
      view = strict(line.entry);
      this.told.whole += 1;
    }
    need(view !== null, "empty");
    need(own(view, "version") === version, "version");
    need(KINDS.includes(own(view, "kind")) || (view.kind === "hidden" && view.secret === true), "kind");
    return view;
  }

  async follow(id, version, view, { n, promised, taken, isWhole }) {
    const kind = view.kind;
    const secret = own(view, "secret");
    need(secret === true || secret === false, "form");
    need((kind === "create") === (version === 1), "kind");
    need(taken === (kind === "act" || kind === "void" || secret), "draw");
    need(this.announcing.allow(this.policy, view, isWhole), "announced");
    this.told.announced = this.announcing.played;
    if (kind === "create") {
      this.policy = own(view, "dice_policy");
      need((get(this.policy, "seats") ?? []).length <= 16, "policy");
      this.fork(get(view, "forked_from"));
    } else if (kind === "join") {
      need(own(this.policy, "seats").includes(own(view, "seat")) && SEAT.test(view.seat), "seat");
      this.bind(version, view);
    } else if (kind === "contribute") await this.contribute(id, version, view);
    else if (kind === "act" || kind === "void") await this.act(id, view, n, promised);
    if (Object.hasOwn(COUNTED, kind)) this.told[COUNTED[kind]] += 1;
    if (isWhole) {
      need(this.state === null || own(view, "before") === this.state, "state");
      this.state = own(view, "after");
    }
    this.decks.end(view);
    if (taken) this.spend(view);
  }

  fork(said) {
    if (said === null) return;
    need(/^[0-9a-f]{32}$/.test(own(said, "encounter")), "form");
    this.told.fork_of = { encounter: said.encounter, version: whole(own(said, "version")) };
  }

  spend(view) {
    const isSealed = get(view, "draw") === null && ["act", "void", "hidden"].includes(view.kind);
    if (isSealed || view.kind !== "act") this.told[isSealed ? "sealed" : "burned"] += 1;
    this.values = new Map();
    this.first = 0;
  }

  bind(version, view) {
    need(HEX.test(own(view, "commit")) && !this.used.has(view.commit), "reused-commitment");
    this.used.add(view.commit);
    this.seats.set(view.seat, view.commit);
    this.since.set(view.seat, version);
  }

  async contribute(id, version, view) {
    const seat = own(view, "seat");
    const value = own(view, "value");
    need(this.seats.has(seat) && !this.values.has(seat), "seat");
    need(HEX.test(value) && (await digest("seat", id, seat, value)) === this.seats.get(seat), "value");
    const all = own(this.policy, "seats").every((each) => this.seats.has(each));
    need(get(this.policy, "wait_for") !== "everybody" || all, "policy");
    need(!this.first || this.since.get(seat) <= this.first, "late-commitment");
    this.values.set(seat, value);
    this.first ||= version;
    this.bind(version, view);
  }

  async act(id, view, n, promised) {
    const waitFor = isWithdrawal(view) ? null : get(this.policy, "wait_for");
    const late = (seat) => this.first && this.since.get(seat) > this.first;
    const isThere = (seat) => this.values.has(seat) || late(seat);
    need(waitFor !== "everybody" || own(this.policy, "seats").every(isThere), "policy");
    need(waitFor !== "anybody" || this.values.size, "policy");
    const missing = [...this.seats.keys()].filter((seat) => !this.values.has(seat)).sort();
    const given = [...this.values.keys()].sort();
    this.told.absent += missing.length;
    this.told.silent = [...new Set([...this.told.silent, ...missing])].sort();
    const draw = get(view, "draw");
    if (draw === null) return;
    need(own(draw, "n") === n && (await digest("commit", id, n, own(draw, "opening"))) === promised, "opening");
    const values = given.map((seat) => ({ seat, value: this.values.get(seat) }));
    need(same(own(draw, "values"), values), "values");
    need(same(own(draw, "absent"), missing), "absent");
    const table = await digest("table", id, n, ...values.map(({ seat, value }) => `${seat} ${value}`), ...this.beacon(draw));
    need(own(draw, "seed") === `sha256ctr1:${await mac(draw.opening, "seed", id, n, table)}`, "seed");
    need(view.kind === "void" || own(view, "dice") !== null, "form");
    if (view.dice !== null) await this.dice(view, view.dice, draw.seed);
  }

  beacon(draw) {
    const [named, value] = [get(this.policy, "beacon"), get(draw, "beacon")];
    if (named === null) {
      need(value === null, "policy");
      return [];
    }
    need(same(named, { chain: own(value, "chain"), round: own(value, "round") }), "policy");
    need(SIGNATURE.test(own(value, "signature")), "form");
    this.told.beacon += 1;
    return [`beacon ${value.chain} ${whole(value.round)} ${value.signature}`];
  }

  async dice(view, dice, seed) {
    const mine = this.values.size ? "table" : "service";
    const drawn = get(this.policy, "ticket") ? "ticket" : mine;
    const rolled = dice.seed === seed ? drawn : "caller";
    const by = own(dice, "seed") === null ? null : rolled;
    need(own(dice, "seed_by") === by, "label");
    need(by !== "caller" || own(this.policy, "seeds") !== "nobody", "policy");
    const given = whole(own(dice, "supplied_faces"));
    const cardsGiven = whole(own(dice, "supplied_cards"));
    need(!(given + cardsGiven) || own(this.policy, "supplied") !== "nobody", "policy");
    this.told[by ?? "no_rolls"] += 1;
    this.told.supplied_faces += given;
    this.decks.begin(view);
    const faces = [];
    const cards = [];
    let count = 0;
    for (const step of own(view, "steps")) {
      if (own(step, "card") !== null) {
        const isDealt = cards.length >= cardsGiven;
        need(await this.decks.take(step.card, dice.seed, isDealt ? count++ : null), "cards");
        cards.push(step.card);
        continue;
      }
      if (own(step, "dice") === null) {
        this.decks.step(view, own(step, "rule"));
        continue;
      }
      const pool = POOL.exec(step.dice);
      need(pool && own(step, "faces").length === Number(pool[1] || 1), "faces");
      for (const each of step.faces) {
        if (faces.length >= given)
          need(dice.seed && each === (await below(dice.seed, count++, Number(pool[2]))) + 1, "faces");
        faces.push(each);
      }
    }
    need(given >= 0 && given <= faces.length && cardsGiven >= 0 && cardsGiven <= cards.length, "count");
    need(same(faces, own(dice, "faces")), "faces");
    need(same(cards, own(dice, "cards")), "cards");
    this.told.faces += faces.length;
    this.told.cards += cards.length;
    this.told.dealt = this.decks.dealt;
  }

  async close(id, view, promise) {
    this.told.ended = true;
    const key = own(view, "dice_key");
    if (key === null) return;
    need(HEX.test(key) && (await digest("promise", id, key)) === promise, "promise");
    for (const [n, commit] of this.commits)
      need((await digest("commit", id, n, await mac(key, "opening", id, n))) === commit, "promise");
    this.told.from_creation = "proven";
  }
}

// --- Words -------------------------------------------------------------------------------------------------------

// Where a fork comes from: as its first entry says, or, of one of an older release, as its head does.
function originOf({ fork_of: fork, forked_from: head }) {
  const origin = fork === null ? "a log" : `${fork.encounter} at version ${fork.version}`;
  return `forked from ${origin}${head === null ? "" : `, whose head has the hash ${head}`}`;
}

const isFork = (told) => told.forked_from !== null || told.fork_of !== null;

function sentences(told) {
  const facts = {
    ...told,
    always: true,
    drawn: told.service + told.table + told.ticket,
    rolled: told.faces - told.supplied_faces,
    stated_cards: told.cards - told.dealt,
    fork: isFork(told),
    origin_of_fork: originOf(told),
    silent_seats: told.silent.join(", "),
    spent: told.undone + told.void + told.burned,
    traced: told.from_creation === "proven",
    open_end: !told.ended,
    untraced: told.from_creation !== "proven",
    drawnkeys: told.keys_from === "the file",
  };
  const said = (rows) =>
    rows.filter(([when]) => facts[when]).map(([, text]) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name]));
  return { proved: said(PROVED), not_proved: said(NOT_PROVED) };
}

/** Return the verdict on the lines of an exported log; `pinned` is a key document, `saw` are pairs of version and head. */
export async function check(lines, pinned = null, saw = [], fast = false) {
  let version = 0;
  try {
    const log = await Log.of(strict(lines[0]), pinned, fast);
    for (version = 1; version < lines.length; version++)
      await log.take(version, strict(lines[version]), version === lines.length - 1);
    const last = lines.length - 1;
    for (const [seen, head] of saw) {
      version = seen;
      need(log.heads.get(seen) === head, "other-log");
    }
    const told = { verdict: "holds", version: last, head: log.prev, ...log.told };
    told.only_shown = last - log.told.whole;
    return { ...told, ...sentences(told) };
  } catch (error) {
    const why = error instanceof BrokenLog ? error.why : "form";
    return { verdict: "broken", version, why, text: WHY[why] };
  }
}

/** Write a verdict for people. */
export function wordsOf(found) {
  if (found.verdict === "broken") return `Broken at entry ${found.version}: ${found.text} (${found.why}).`;
  const proved = found.proved.map((each) => `  + ${each}`).join("\n");
  const doubts = found.not_proved.map((each) => `  - ${each}`).join("\n");
  const fork = isFork(found) ? ` It is ${originOf(found)}.` : "";
  return `The log holds.${fork} Proved:\n${proved}\nNot proved:\n${doubts}\nLast head: ${found.version}:${found.head}`;
}

/** Return the lines of a file. */
export const linesOf = (file) => file.replace(/\n+$/, "").split("\n");

async function main(words) {
  const { readFileSync } = await import("node:fs");
  const saw = [];
  let [path, pinned, fast, json] = [null, null, false, false];
  for (let at = 0; at < words.length; at++) {
    if (words[at] === "--keys") pinned = JSON.parse(readFileSync(words[++at], "utf8"));
    else if (words[at] === "--saw") saw.push([Number(words[++at].split(":")[0]), words[at].split(":")[1]]);
    else if (words[at] === "--fast") fast = true;
    else if (words[at] === "--json") json = true;
    else path = words[at];
  }
  const found = await check(linesOf(readFileSync(path, "utf8")), pinned, saw, fast);
  console.log(json ? JSON.stringify(found) : wordsOf(found));
  process.exitCode = found.verdict === "holds" ? 0 : 1;
}

if (typeof process !== "undefined" && process.argv?.[1]?.endsWith("verify.mjs")) await main(process.argv.slice(2));
