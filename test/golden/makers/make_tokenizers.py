"""Makes `tokenizers/` in this folder: tiny tokenizers in the styles of other families, trained here on a few sentences, and
the ids that `transformers` gives for whole prompts, each encoded at once.

Needs only transformers (which brings tokenizers). `python make_tokenizers.py` rewrites everything; nothing is drawn at random.
Made with transformers 5.18 and tokenizers 0.23.
"""
import json, os
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

HERE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tokenizers")

# The regular expressions that Qwen2 and Llama 3 cut text by (their tokenizer.json).
QWEN2 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
LLAMA3 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"

CORPUS = [
    "system: You are the planner of a team. Say in one word what to do first.",
    "system: You're the solver; it's your turn to answer, and you'll only write the number.",
    "problem: Bob has 12 bags of 345 apples each. How many apples does he have?",
    "problem: What is (17+25)*3? Let's think step by step.\n\nWrite the answer on a line of its own.",
    "planner: multiply first, then add", "solver: The answer is 4140.", "critic: I don't think that's right.",
    "judge: wrong, try again", "judge: The sum was 42, not 24.\nYou have one more try.",
    "reviewer: Ünïcödé wörds, 日本語 and emoji 🙂 are text as well.",
] * 4

TEXTS = [
    "You are the planner of a team. Say in one word what to do.",
    "You're the solver; it's your turn.\n\n  Indented, with trailing space ",
    " begins with a space, 12345 apples",
    "\nbegins with a line break\n",
    "cafe\u0301 in two characters, café in one, 日本語 🙂",
    "42",
    "(17+25)*3 = 126...!?\r\n\tTabs too",
    "  ",
]


def block(start, name, text, end):
    return f"{start}{name}: {text}{end}\n"


def byte_level(regex, special, normalizer=None, **bpe):
    tokenizer = Tokenizer(models.BPE(**bpe))
    if normalizer:
        tokenizer.normalizer = normalizer
    # Without a regular expression of its own it is GPT-2's.
    cut = [pre_tokenizers.Split(Regex(regex), "isolated")] if regex else []
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([*cut, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=not regex)])
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=520, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False)
    tokenizer.train_from_iterator(CORPUS, trainer)
    return json.loads(tokenizer.to_str())


def sentencepiece(normalizer, pre_tokenizer):
    """SentencePiece's BPE as transformers converts it: spaces are ▁, bytes stand for unknown characters."""
    special, byte_tokens = ["<unk>", "<s>", "</s>"], [f"<0x{byte:02X}>" for byte in range(256)]
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tokenizer.normalizer = normalizers.Replace(" ", "▁")
    trainer = trainers.BpeTrainer(vocab_size=520, special_tokens=special + byte_tokens, limit_alphabet=60, show_progress=False)
    # Word by word, each with the space before it, as SentencePiece counts them.
    tokenizer.train_from_iterator([f" {word}" for line in CORPUS for word in line.split(" ")], trainer)
    file = json.loads(tokenizer.to_str())
    file["added_tokens"] = file["added_tokens"][:3]
    file["normalizer"], file["pre_tokenizer"] = normalizer, pre_tokenizer
    replace = {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}
    file["decoder"] = {"type": "Sequence", "decoders": [replace, {"type": "ByteFallback"}, {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]}
    return file


PREPEND = {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]}
METASPACE = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": False}

# style: (tokenizer.json, tokenizer_config.json, what opens a block, what closes it)
STYLES = {
    "qwen2": (
        byte_level(QWEN2, ["<|endoftext|>", "<|im_start|>", "<|im_end|>"], normalizers.NFC()),
        {"bos_token": None, "eos_token": "<|im_end|>", "pad_token": "<|endoftext|>"}, "<|im_start|>", "<|im_end|>"),
    "llama3": (
        byte_level(LLAMA3, ["<|begin_of_text|>", "<|eot_id|>"], ignore_merges=True),
        {"bos_token": "<|begin_of_text|>", "eos_token": "<|eot_id|>"}, "<|begin_of_text|>", "<|eot_id|>"),
    "llama2": (sentencepiece(PREPEND, None), {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>"}, "<s>", "</s>"),
    # Nothing opens a block: the line break behind one and the header of the next are one stretch of text.
    "llama2-first": (sentencepiece(None, METASPACE), {"eos_token": "</s>", "unk_token": "<unk>"}, "", "</s>"),
    "gpt2": (byte_level(None, ["<|endoftext|>"]), {"eos_token": "<|endoftext|>"}, "", "<|endoftext|>"),
}


def cases(tokenizer, start, end):
    ids = lambda text: tokenizer(text, add_special_tokens=False)["input_ids"]
    for at, text in enumerate(TEXTS):
        profile, observation, remark = TEXTS[at], TEXTS[(at + 3) % len(TEXTS)], TEXTS[(at + 5) % len(TEXTS)]
        written = [("system", "system", profile), ("observation", "problem", observation), ("message", "critic", text), ("transition", "judge", remark)]
        blocks = [block(start, name, words, end) for _, name, words in written] + [f"{start}solver: "]
        whole = "".join(blocks)
        encoded = tokenizer(whole, add_special_tokens=False, return_offsets_mapping=True)
        ends, total = [], 0
        for one in blocks:
            total += len(one)
            ends.append(sum(begin < total for begin, _ in encoded["offset_mapping"]))
        # What the critic sampled, in cuts that no tokenizer makes: it stays, between what stands before and behind it.
        said = [i for character in "no, 7!" for i in ids(character)] + [tokenizer.eos_token_id]
        before = blocks[0] + blocks[1] + f"{start}critic: "
        behind = "".join([end + "\n", blocks[3], blocks[4]])
        yield {
            "profile": profile, "observation": observation, "text": text, "transition": remark,
            "whole": encoded["input_ids"], "ends": ends, "said": said, "with_said": ids(before) + said[:-1] + ids(behind),
        }


for name, (file, config, start, end) in STYLES.items():
    folder = os.path.join(HERE, name)
    os.makedirs(folder, exist_ok=True)
    write = lambda path, value: open(os.path.join(folder, path), "w", encoding="utf-8").write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    write("tokenizer.json", file)
    write("tokenizer_config.json", config)
    tokenizer = PreTrainedTokenizerFast(tokenizer_file=os.path.join(folder, "tokenizer.json"), clean_up_tokenization_spaces=False, **{k: v for k, v in config.items() if v})
    write("expected.json", list(cases(tokenizer, start, end)))
