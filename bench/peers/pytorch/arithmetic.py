"""The arithmetic word problems of src/environments/arithmetic.env.ts, the tokenizer of our bases and the prompts of the
preset "Planner and solver", all by hand: the peer's side of the shipped micro recipe."""
import re

import files

NAMES = ["bob", "ann", "tom", "ian", "eva", "sam", "mia", "leo"]
OBJECTS = ["apples", "nuts", "eggs", "figs", "plums", "pears", "buns", "cakes"]
GAINS = ["finds", "buys", "gets"]
LOSSES = ["eats", "loses", "sells"]
CONTAINERS = ["bags", "boxes", "packs"]

PROFILES = (("planner", "Write only the expression."), ("solver", "Compute the answer."))
MAX_NEW_TOKENS = 12


def fnv_murmur(text):
    """`hash` of marft/env."""
    value = 0x811C9DC5
    for character in text:
        value = ((value ^ ord(character)) * 0x01000193) & 0xFFFFFFFF
    value = ((value ^ (value >> 16)) * 0x85EBCA6B) & 0xFFFFFFFF
    value = ((value ^ (value >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF
    return value ^ (value >> 16)


def problem(random):
    """A fresh problem of the train split and its answer; `random` is a `random.Random`."""
    operator = random.choice("+-*")
    while True:
        a, b = random.randint(1, 9), random.randint(1, 9)
        if (operator != "-" or a >= b) and fnv_murmur(f"{a}{operator}{b}") % 5 != 4:
            break
    name, thing = random.choice(NAMES), random.choice(OBJECTS)
    if operator == "+":
        return f"{name} has {a} {thing} and {random.choice(GAINS)} {b} more. how many?", a + b
    if operator == "-":
        return f"{name} has {a} {thing} and {random.choice(LOSSES)} {b}. how many?", a - b
    return f"{name} has {a} {random.choice(CONTAINERS)} of {b} {thing}. how many?", a * b


def reward(text, answer):
    """1 when the last whole number of `text` is the answer."""
    found = re.findall(r"(?<!\d)-?\d+", text, re.ASCII)
    return 1.0 if found and int(found[-1]) == answer else 0.0


def byte_characters():
    """GPT-2's printable character for each byte."""
    kept = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    characters, extra = {}, 0
    for byte in range(256):
        if byte in kept:
            characters[byte] = chr(byte)
        else:
            characters[byte] = chr(256 + extra)
            extra += 1
    return characters


class Tokenizer:
    """Byte-level BPE; digits, operators and line breaks stand alone."""

    def __init__(self, path):
        raw = files.read_json(path)
        self.ids = raw["model"]["vocab"]
        merges = [tuple(m.split(" ")) if isinstance(m, str) else tuple(m) for m in raw["model"]["merges"]]
        self.ranks = {pair: rank for rank, pair in enumerate(merges)}
        self.characters = byte_characters()
        self.bytes = {character: byte for byte, character in self.characters.items()}
        self.tokens = {token: text for text, token in self.ids.items()}
        special = {entry["content"]: entry["id"] for entry in raw["added_tokens"]}
        self.start, self.end = special["<|im_start|>"], special["<|im_end|>"]
        self.special = set(special.values())
        self.cache = {}

    def encode(self, text):
        if text not in self.cache:
            pieces = [piece for piece in re.split(r"([0-9+\-*/=\n])", text) if piece]
            self.cache[text] = [token for piece in pieces for token in self._piece(piece)]
        return self.cache[text]

    def _piece(self, text):
        parts = [self.characters[byte] for byte in text.encode()]
        while len(parts) > 1:
            rank, at = min((self.ranks.get(pair, len(self.ranks)), at) for at, pair in enumerate(zip(parts, parts[1:])))
            if rank == len(self.ranks):
                break
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        return [self.ids[part] for part in parts]

    def decode(self, ids):
        text = "".join(self.tokens.get(token, "") for token in ids if token not in self.special)
        return bytes(self.bytes[character] for character in text).decode(errors="replace")

    def block(self, header, ids):
        return [self.start, *self.encode(f"{header}: "), *ids, self.end, *self.encode("\n")]


def prompt(tokenizer, role, profile, told, plan=None):
    """The prompt of `role`; `plan` are the planner's sampled ids, closed when they are not (src/core/team/compose.ts)."""
    ids = tokenizer.block("system", tokenizer.encode(profile)) + tokenizer.block("problem", tokenizer.encode(told))
    if plan is not None:
        ids += tokenizer.block("planner", plan[:-1] if plan[-1] == tokenizer.end else plan)
    return [*ids, tokenizer.start, *tokenizer.encode(f"{role}: ")]
