"""The work of the section `models` in transformers and peft, random weights in a shape that is given. Everything is told in one
argument, JSON: `config` (a model's config.json), `threads`, `rank`, `alpha`, `targets`, `device` (`cpu` where it is left out), and what a
kind of work needs (below).

Prints a line of JSON when it is ready, and then, for each line of standard input, which names a kind of work, does that once and
prints how long it took: `wall` by the clock and `cpu` in processor time of all threads, milliseconds.

decode              `steps` tokens for each of `rows` sequences (or, as `decode:1`, of so many) behind `prompt` tokens in a cache, sampled;
                    time of a step
prefill             keys and values of `rows` x `length` tokens, and the logits of the last ones
kept, checkpointed  scores of the second half of `rows` x `length` tokens, gradients of the adapter, AdamW; activations kept, or
                    made again by gradient checkpointing
bf16 kept, ...      the same with the model in bfloat16, the adapter in single precision
iteration           everything of an iteration of GRPO: see iteration.py

What writes and does not learn has the adapter merged into the weights, which is faster. The head computes scored tokens only. The
score of a token is its log-probability; entropies, which our side computes as well, are left out.
"""
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "pytorch"))

from memory import keep_memory

keep_memory()

import peft
import torch
import transformers
from transformers import AutoConfig, AutoModelForCausalLM, DynamicCache

import iteration


def random_model(told, adapters):
    """A model with an adapter for each name, the first active; B is not zero, as after some steps."""
    torch.manual_seed(1)
    config = AutoConfig.for_model(**told["config"])
    model = AutoModelForCausalLM.from_config(config, dtype=torch.float32, attn_implementation="sdpa")
    settings = peft.LoraConfig(r=told["rank"], lora_alpha=told["alpha"], target_modules=told["targets"])
    model = peft.get_peft_model(model, settings, adapter_name=adapters[0])
    for name in adapters[1:]:
        model.add_adapter(name, settings)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if "lora_B" in name:
                parameter.normal_(std=0.02)
    return model


def token_logprobs(logits, targets, temperature=1.0):
    logits = logits.float() / temperature
    return logits.gather(-1, targets[..., None])[..., 0] - logits.logsumexp(-1)


class Works:
    def __init__(self, told):
        self.told = told
        self.device = told.get("device", "cpu")
        self.model = random_model(told, told.get("adapters", ["agent"])).to(self.device)
        self.vocabulary = self.model.config.vocab_size
        self.merged = False
        self.halves = None
        self.caches = {}
        self.optimizers = {}

    def write(self, merged):
        """Switches between writing and learning."""
        if merged != self.merged:
            self.model.merge_adapter() if merged else self.model.unmerge_adapter()
            self.merged = merged
        self.model.train(not merged)

    def ids(self, rows, length):
        ids = (torch.arange(rows)[:, None] * 977 + torch.arange(length)[None] * 31) % self.vocabulary
        return ids.to(self.device)

    def wait(self):
        """Until what was asked of a graphics processor is done."""
        if self.device != "cpu":
            torch.cuda.synchronize()

    def prefill(self):
        self.write(True)
        with torch.inference_mode():
            out = self.model(input_ids=self.ids(self.told["rows"], self.told["length"]), use_cache=True, logits_to_keep=1)
        return out.logits

    def decode(self, rows):
        prompt, steps = self.told["prompt"], self.told["steps"]
        self.write(True)
        with torch.inference_mode():
            if rows not in self.caches:
                self.caches[rows] = DynamicCache(config=self.model.config)
                self.model(input_ids=self.ids(rows, prompt), past_key_values=self.caches[rows], use_cache=True, logits_to_keep=1)
            cache = self.caches[rows]
            token = self.ids(rows, 1)
            self.wait()
            begun = time.perf_counter(), time.process_time()
            for _ in range(steps):
                out = self.model(input_ids=token, past_key_values=cache, use_cache=True)
                logprobs = torch.log_softmax(out.logits[:, -1], -1)
                token = torch.multinomial(logprobs.exp(), 1)
                logprobs.gather(1, token)
            self.wait()
            took = [1000 * (now - then) / steps for now, then in zip((time.perf_counter(), time.process_time()), begun)]
            cache.crop(-steps)
        return took

    def update(self, checkpointed, half):
        if half and self.halves is None:
            import copy

            self.halves = copy.deepcopy(self.model)
            for name, parameter in self.halves.named_parameters():
                if "lora_" not in name:
                    parameter.data = parameter.data.bfloat16()
        self.write(False)
        model = self.halves if half else self.model
        model.train()
        if checkpointed:
            model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})
        else:
            model.gradient_checkpointing_disable()
        if half not in self.optimizers:
            trained = [p for p in model.parameters() if p.requires_grad]
            self.optimizers[half] = torch.optim.AdamW(trained, lr=1e-6, eps=1e-5, weight_decay=0.0, fused=True)
        optimizer = self.optimizers[half]
        length = self.told["length"]
        ids = self.ids(self.told["rows"], length + 1)
        count = length - length // 2
        with torch.autocast(self.device, dtype=torch.bfloat16, enabled=half):
            logits = model(input_ids=ids[:, :-1], use_cache=False, logits_to_keep=count).logits
        optimizer.zero_grad(set_to_none=True)
        token_logprobs(logits, ids[:, -count:]).mean().backward()
        torch.nn.utils.clip_grad_norm_([p for p in model.parameters() if p.requires_grad], 1.0)
        optimizer.step()

    def do(self, work):
        self.wait()
        begun = time.perf_counter(), time.process_time()
        took = None
        if work.startswith("decode"):
            took = self.decode(int(work.partition(":")[2] or self.told["rows"]))
        elif work == "prefill":
            self.prefill()
        elif work == "iteration":
            iteration.iterate(self)
        else:
            self.update(work.endswith("checkpointed"), work.startswith("bf16"))
        self.wait()
        wall, cpu = took or [1000 * (now - then) for now, then in zip((time.perf_counter(), time.process_time()), begun)]
        return {"wall": wall, "cpu": cpu}


def main():
    told = json.loads(sys.argv[1])
    transformers.logging.set_verbosity_error()
    torch.set_num_threads(told["threads"])
    works = Works(told)
    base = works.model.get_base_model()
    print(
        json.dumps(
            {
                "versions": f"transformers {transformers.__version__}, peft {peft.__version__}, PyTorch {torch.__version__}",
                "parameters": sum(p.numel() for n, p in base.named_parameters() if "lora_" not in n),
                "adapter": works.model.get_nb_trainable_parameters()[0],
            }
        ),
        flush=True,
    )
    for line in sys.stdin:
        print(json.dumps(works.do(line.strip())), flush=True)


main()
