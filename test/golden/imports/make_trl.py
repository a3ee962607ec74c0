"""What TRL writes with `log_completions`, made by TRL itself: two steps of GRPO on the two-layer model of random weights in
`../model-dir`, on the CPU. `trl/` of conversational prompts with two reward functions and a column of `log_extra`,
`trl-text/` of plain prompts with one, `trl-zstd/` two rows of the first packed otherwise. `expected.json` beside each file repeats its rows as pandas reads them.

    pip install trl==1.13.0 pyarrow      # torch 2.13, transformers 5.18, pandas 3.0
    python make_trl.py
"""

import hashlib
import json
import math
import shutil
import tempfile
from pathlib import Path

import datasets.fingerprint
import pandas
import pyarrow.parquet
from datasets import Dataset
from transformers import AutoModelForCausalLM, AutoTokenizer
from trl import GRPOConfig, GRPOTrainer

# The name of a data set in a cache that is not used here; dill cannot take pyarrow 25's types apart to make one.
datasets.fingerprint.Hasher.hash = classmethod(lambda _, value: hashlib.md5(repr(value).encode()).hexdigest())

HERE = Path(__file__).parent
MODEL = HERE.parent / "model-dir"


def said(completion) -> str:
    return completion if isinstance(completion, str) else completion[-1]["content"]


def shortness(completions, **_):
    """Fewer characters, more reward."""
    return [1.0 - len(said(completion)) / 100 for completion in completions]


def vowels(completions, log_extra=None, **_):
    """The share of vowels; none of an empty text, which TRL notes as NaN."""
    texts = [said(completion) for completion in completions]
    if log_extra:
        log_extra("letters", [sum(letter.isalpha() for letter in text) for text in texts])
    return [None if not text else sum(letter in "aeiou" for letter in text) / len(text) for text in texts]


def run(name: str, prompts: list, rewards: list) -> None:
    out = HERE / name
    out.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        tokenizer = AutoTokenizer.from_pretrained(MODEL)
        if tokenizer.pad_token is None:
            tokenizer.pad_token = tokenizer.eos_token
        trainer = GRPOTrainer(
            model=AutoModelForCausalLM.from_pretrained(MODEL),
            processing_class=tokenizer,
            reward_funcs=rewards,
            train_dataset=Dataset.from_list([{"prompt": prompt} for prompt in prompts]),
            args=GRPOConfig(
                output_dir=folder,
                per_device_train_batch_size=4,
                num_generations=4,
                generation_batch_size=8,
                gradient_accumulation_steps=2,
                max_completion_length=12,
                max_steps=2,
                logging_steps=1,
                log_completions=True,
                report_to=[],
                seed=7,
                use_cpu=True,
                save_strategy="no",
                temperature=1.0,
                learning_rate=1e-3,
            ),
        )
        trainer.train()
        for path in sorted(Path(folder, "completions").glob("*.parquet")):
            shutil.copy(path, out / path.name)
    for path in sorted(out.glob("*.parquet")):
        rows = json.loads(pandas.read_parquet(path).to_json(orient="records", double_precision=15))
        table = pandas.read_parquet(path)
        for row, (_, exact) in zip(rows, table.iterrows()):
            for key, value in exact.items():
                if isinstance(value, float):
                    row[key] = None if math.isnan(value) else value
        (out / f"{path.stem}.expected.json").write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n")


QUESTIONS = ["What is 3 plus 4?", "Name a colour.", "Count to three."]

run(
    "trl",
    [[{"role": "system", "content": "You are brief."}, {"role": "user", "content": question}] for question in QUESTIONS],
    [shortness, vowels],
)
run("trl-text", QUESTIONS, [shortness])
(HERE / "trl-zstd").mkdir(exist_ok=True)
pyarrow.parquet.write_table(
    pyarrow.parquet.read_table(HERE / "trl/completions_00001.parquet").slice(0, 2),
    HERE / "trl-zstd/completions_00001.parquet",
    compression="zstd",
)
