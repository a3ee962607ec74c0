"""What verl dumps with `trainer.rollout_data_dir` and `trainer.validation_data_dir`, written by verl's own `_write_generations`
(verl/trainer/ppo/ray_trainer.py and verl/trainer/ppo/v1/trainer_base.py of verl-project/verl, 1dda039b). The texts are ours; those
of the chat are decoded as verl decodes, by the tokenizer of `../model-dir`.

    pip install transformers
    python make_verl.py PATH_OF_A_CHECKOUT_OF_VERL
"""

import json
import os
import sys
from pathlib import Path

import numpy as np
from theirs import function_of
from transformers import AutoTokenizer

HERE = Path(__file__).parent
VERL = sys.argv[1]
scope = {"json": json, "os": os, "np": np}
write = function_of(VERL, "verl/trainer/ppo/ray_trainer.py", "_write_generations", dict(scope))
write_v1 = function_of(VERL, "verl/trainer/ppo/v1/trainer_base.py", "_write_generations", dict(scope))

tokenizer = AutoTokenizer.from_pretrained(HERE.parent / "model-dir")


def prompt(question: str) -> str:
    messages = [{"role": "system", "content": "Solve it."}, {"role": "user", "content": question}]
    ids = tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=True, return_dict=True)["input_ids"]
    return tokenizer.decode(ids, skip_special_tokens=True)


def answer(text: str) -> str:
    return tokenizer.decode(tokenizer(text)["input_ids"], skip_special_tokens=True)


TOOL = "<|im_end|>\n<|im_start|>user\n<tool_response>\n12\n</tool_response><|im_end|>\n<|im_start|>assistant\n"

for step in (1, 2):
    inputs = [prompt("3 plus 4?"), prompt("3 plus 4?"), prompt("6 times 2?"), prompt("6 times 2?")]
    outputs = [
        answer(f"It is {step + 6}.<|im_end|>"),
        answer("Seven, “sept” 七.<|im_end|>"),
        answer(f'<tool_call>{{"name": "times"}}</tool_call>{TOOL}It is 12.<|im_end|>'),
        answer("I do not know"),
    ]
    scores = [1.0 if step == 1 else 0.0, 0.25, float(np.float32(0.9)), float("nan") if step == 2 else 0.0]
    extra = {"acc": [scores[0] > 0.5, False, True, False], "format": [1.0, 0.5, 1, 0], "pred": ["7", "七", "12", None], "short": [1]}
    write(inputs, outputs, ["7", "7", "12", "12"], scores, extra, str(HERE / "verl" / "rollouts"), step)
    extra = {"reward": scores, "uid": ["a_0_0", "a_1_0", "b_0_0", "b_0_1"]}
    write_v1(inputs, outputs, ["7", "7", "12", "12"], [np.float32(0.5), 0.0, 1.0, 1.0], extra, str(HERE / "verl" / "validation"), step)
