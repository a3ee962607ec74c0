"""Writes what transformers makes of a model's folder, for `test/engine/generation/modelDir.test.ts`: `expected.json` beside the model.

`python make_model_dir.py DIR` for any folder that transformers loads (the test then takes it with `MODEL_DIR=DIR`); without DIR it
makes `model-dir/` in this folder anew: a tiny Qwen2 of random weights over the tokenizer and the template in Qwen's style of this
folder. Needs torch, transformers and jinja2. Made with torch 2.13, transformers 5.18 and jinja2 3.1.
"""
import json, os, shutil, sys
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, Qwen2Config, Qwen2ForCausalLM

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# What the solver of a team is told and reads; no system message where there is none.
CASES = [
    ("You are the solver of a team.", "Bob has 12 bags of 345 apples each. How many apples does he have?"),
    ("", "What is 7*6?"),
    ("Say a number.", "日本語 🙂 and café, (17+25)*3 = 126...!?\n\tTabs too"),
]
# Given as an answer, whose log-probabilities are compared.
ANSWER = "The answer is 42."
GREEDY = 8


def tiny(folder):
    os.makedirs(folder, exist_ok=True)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        shutil.copy(os.path.join(HERE, "tokenizers", "qwen2", name), folder)
    shutil.copy(os.path.join(HERE, "templates", "qwen2.jinja"), os.path.join(folder, "chat_template.jinja"))
    torch.manual_seed(18)
    config = Qwen2Config(
        vocab_size=520, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2,
        max_position_embeddings=512, tie_word_embeddings=True, bos_token_id=None, eos_token_id=2, initializer_range=0.3)
    model = Qwen2ForCausalLM(config)
    for name, parameter in model.named_parameters():
        if name.endswith("bias"): torch.nn.init.normal_(parameter, std=0.1)
    model.save_pretrained(folder)


def expected(folder):
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
    answer = tokenizer(ANSWER, add_special_tokens=False)["input_ids"]
    cases = []
    for profile, observation in CASES:
        messages = ([{"role": "system", "content": profile}] if profile else []) + [{"role": "user", "content": observation}]
        ids = tokenizer.apply_chat_template(messages, tokenize=True, add_generation_prompt=True, return_dict=False)
        with torch.no_grad():
            logits = model(torch.tensor([ids + answer])).logits[0].double()
            logprobs = torch.log_softmax(logits, -1)
            of_answer = [logprobs[len(ids) - 1 + i, token].item() for i, token in enumerate(answer)]
            greedy = []
            for _ in range(GREEDY):
                greedy.append(int(model(torch.tensor([ids + greedy])).logits[0, -1].argmax()))
        cases.append({"profile": profile, "observation": observation, "ids": ids, "answer": answer, "logprobs": of_answer, "greedy": greedy})
    with open(os.path.join(folder, "expected.json"), "w", encoding="utf-8") as file:
        file.write(json.dumps({"cases": cases}, ensure_ascii=False, separators=(",", ":")) + "\n")


if len(sys.argv) > 1: expected(sys.argv[1])
else:
    tiny(os.path.join(HERE, "model-dir"))
    expected(os.path.join(HERE, "model-dir"))
