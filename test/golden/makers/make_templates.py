"""Makes `templates/expected.json` in this folder: conversations of teams in chat templates of other families' styles, as text
and ids from `apply_chat_template` of `transformers`.

The templates beside it are our own: the constructs of those styles with text of ours. The tokenizers are those of `tokenizers/`
(`make_tokenizers.py`) with the special tokens that a template writes. Needs transformers and jinja2; nothing is drawn at random.
Made with transformers 5.18, tokenizers 0.23 and jinja2 3.1.
"""
import json, os, tempfile
from transformers import PreTrainedTokenizerFast

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# style: (tokenizer, special tokens added, which of them take white space behind them, ordinary tokens added, tokens of the config,
#         whether the template has a place for a system message)
STYLES = {
    "llama2": ("llama2", [], [], [], {"bos_token": "<s>", "eos_token": "</s>"}, True),
    "llama3": ("llama3", ["<|start_header_id|>", "<|end_header_id|>"], [], [], {"bos_token": "<|begin_of_text|>", "eos_token": "<|eot_id|>"}, True),
    "qwen2": ("qwen2", [], [], [], {"eos_token": "<|im_end|>"}, True),
    "qwen3": ("qwen2", [], [], ["<think>", "</think>"], {"eos_token": "<|im_end|>"}, True),
    "qwen3-without-thinking": ("qwen2", [], [], ["<think>", "</think>"], {"eos_token": "<|im_end|>"}, True),
    "smollm2": ("gpt2", ["<|im_start|>", "<|im_end|>"], [], [], {"bos_token": "<|im_start|>", "eos_token": "<|im_end|>"}, True),
    "gemma": ("llama2-first", ["<bos>", "<start_of_turn>", "<end_of_turn>"], [], [], {"bos_token": "<bos>", "eos_token": "</s>"}, False),
    "mistral": ("llama2-first", ["<s>", "[INST]", "[/INST]"], [], [], {"bos_token": "<s>", "eos_token": "</s>"}, True),
    "phi3": ("llama2", ["<|system|>", "<|user|>", "<|assistant|>", "<|end|>"], ["<|system|>", "<|user|>", "<|assistant|>", "<|end|>"], [],
             {"bos_token": "<s>", "eos_token": "</s>"}, True),
}

# What a solver is told, reads and says: profile, and turns of (observation, [(role, text)], transition).
CASES = [
    ("You are the solver of a team.", [("Bob has 12 bags of 345 apples each. How many apples does he have?", [("planner", "multiply first")], "")]),
    ("You're the solver; it's your turn.", [
        ("What is (17+25)*3?", [("planner", "add, then multiply"), ("solver", "126"), ("critic", "I don't think that's right.")], "wrong, try again"),
        ("You have one more try.", [("planner", "日本語 🙂 and cafe\u0301")], ""),
    ]),
    ("", [("What is 7*6?", [], "")]),
    ("", [("", [("planner", "say 42")], "")]),
    ("Say a number.", [("", [], "")]),
    ("Say a number.", [("", [("solver", "42")], ""), ("", [("solver", "")], ""), ("", [], "")]),
    (" begins and ends with a space ", [("\nin line breaks\n", [("critic", "ends in two spaces  "), ("solver", "  indented\n")], " odd "), ("", [], "\n\nlast\n")]),
    ("Think first.", [
        ("What is 2+2?", [("solver", "<think>\nTwo and two\nis four.\n</think>\n\nThe answer is 4.")], "right"),
        ("What is 3+3?", [("critic", "<think>hm</think> six?")], ""),
    ]),
    ("Write {{ messages }} and {% if %} as they are.", [("{# a remark #} \\n 'quoted' \"twice\"", [("planner", "[1, 2]\t{\"a\": null}")], "<b>&amp;</b>")]),
    ("  ", [("42", [("planner", "  ")], "")]),
]


def conversation(profile, turns, has_system):
    """The messages of a solver's conversation, each a list of its parts (source, role, text)."""
    told = [("system", None, profile)] if profile.strip() else []
    messages = [("system", told)] if told and has_system else []
    heard = [] if has_system else told
    for observation, said, transition in turns:
        heard = heard + ([("observation", None, observation)] if observation else [])
        for role, text in said:
            if role == "solver":
                messages += [("user", heard), ("assistant", [("message", role, text)])]
                heard = []
            else:
                heard = heard + [("message", role, f"{role}: {text}")]
        heard = heard + ([("transition", None, transition)] if transition else [])
    return messages + [("user", heard)]


def spans(text, offsets, messages):
    """Where parts without white space around them begin and end in the ids; a break between two parts belongs to the first."""
    at = 0
    for _, parts in sorted(messages, key=lambda message: text.find(message[1][0][2].strip()) if message[1] else 0):
        for index, (source, role, words) in enumerate(parts):
            if words.strip() != words or not words or "</think>" in words:
                continue
            begin = text.index(words, at)
            at = begin + len(words)
            end = at + (2 if index < len(parts) - 1 else 0)
            count = lambda limit: sum(first < limit for first, _ in offsets)
            yield [source, role, count(begin), count(end)]


expected = {}
for style, (base, special, strips, plain, config, has_system) in STYLES.items():
    with open(os.path.join(HERE, "tokenizers", base, "tokenizer.json"), encoding="utf-8") as file:
        tokenizer_json = json.load(file)
    first = 1 + max([*tokenizer_json["model"]["vocab"].values(), *(token["id"] for token in tokenizer_json["added_tokens"])])
    known = {token["content"] for token in tokenizer_json["added_tokens"]}
    added = [
        {"id": first + index, "content": content, "single_word": False, "lstrip": False, "rstrip": content in strips, "normalized": False, "special": content in special}
        for index, content in enumerate(content for content in special + plain if content not in known)
    ]
    tokenizer_json["added_tokens"] += added
    with open(os.path.join(HERE, "templates", f"{style}.jinja"), encoding="utf-8") as file:
        template = file.read()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tokenizer.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(tokenizer_json, file)
        tokenizer = PreTrainedTokenizerFast(tokenizer_file=path, clean_up_tokenization_spaces=False, chat_template=template, **config)
    cases = []
    for profile, turns in CASES:
        messages = conversation(profile, turns, has_system)
        plain_messages = [{"role": role, "content": "\n\n".join(text for _, _, text in parts)} for role, parts in messages]
        text = tokenizer.apply_chat_template(plain_messages, tokenize=False, add_generation_prompt=True)
        ids = tokenizer.apply_chat_template(plain_messages, tokenize=True, add_generation_prompt=True, return_dict=False)
        whole = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
        assert whole["input_ids"] == ids
        cases.append({"text": text, "ids": ids, "spans": list(spans(text, whole["offset_mapping"], messages))})
    expected[style] = {"tokenizer": base, "added": added, "config": config, "cases": cases}

told = [{"profile": profile, "turns": [{"observation": o, "messages": [{"role": r, "said": t} for r, t in said], "transition": j} for o, said, j in turns]} for profile, turns in CASES]
with open(os.path.join(HERE, "templates", "expected.json"), "w", encoding="utf-8") as file:
    file.write("{\n")
    file.write(f'"cases": {json.dumps(told, ensure_ascii=False)},\n"styles": {{\n')
    file.write(",\n".join(f"{json.dumps(style)}: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}" for style, value in expected.items()))
    file.write("\n}\n}\n")
