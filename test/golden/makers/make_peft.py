"""Adapters as peft itself writes them, in the forms its `target_modules` may take, with the ΔW that it computes from each.

    python test/golden/makers/make_peft.py        (peft 0.21, transformers 5.18, torch 2.13)
"""
import json
import pathlib
import shutil

import torch
from peft import LoraConfig, get_peft_model
from safetensors.torch import save_file
from transformers import AutoModelForCausalLM

here = pathlib.Path(__file__).parent.parent
base = str(here / "llama-tied")
paths = [f"model.layers.{layer}.self_attn.{name}" for layer in range(2) for name in ("q_proj", "v_proj")]
forms = {
    "paths": dict(r=2, lora_alpha=3, target_modules=paths),
    "part-of-path": dict(r=2, lora_alpha=3, target_modules=["self_attn.q_proj", "mlp.down_proj"]),
    "regex": dict(r=2, lora_alpha=3, target_modules=r".*\.(q|k)_proj"),
    "all-linear": dict(r=1, lora_alpha=2, target_modules="all-linear"),
    "rslora": dict(r=3, lora_alpha=6, target_modules=["q_proj"], use_rslora=True),
    "one-layer": dict(r=2, lora_alpha=3, target_modules=["model.layers.1.self_attn.q_proj"]),
}
for name, settings in forms.items():
    torch.manual_seed(7)
    model = get_peft_model(AutoModelForCausalLM.from_pretrained(base, dtype=torch.float32), LoraConfig(task_type="CAUSAL_LM", **settings))
    deltas = {}
    for path, module in model.base_model.model.named_modules():
        if hasattr(module, "lora_B"):
            torch.nn.init.normal_(module.lora_B["default"].weight)
            deltas[path] = module.get_delta_weight("default").detach().contiguous()
    folder = here / "peft" / name
    shutil.rmtree(folder, ignore_errors=True)
    model.save_pretrained(folder)
    (folder / "README.md").unlink()
    if name in ("paths", "rslora"):
        save_file(deltas, folder / "expected_delta.safetensors")
    config = folder / "adapter_config.json"
    settings = json.loads(config.read_text())
    settings["base_model_name_or_path"] = "llama-tied"
    # Written in the order of a set, which differs from run to run.
    if isinstance(settings["target_modules"], list):
        settings["target_modules"].sort()
    config.write_text(json.dumps(settings, indent=2) + "\n")
    print(name, settings["target_modules"], len(deltas))
