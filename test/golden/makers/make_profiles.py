"""What PyYAML, with which SII-MARFT reads its configurations, finds of a team in those of `profiles/`: `profiles/sii.json`.

    pip install pyyaml
    python test/golden/makers/make_profiles.py

`profiles/README.md` says where the configurations come from. Roles, prompts and the orchestrator are as the keys have them; nothing of ours takes part.
"""

import json
from pathlib import Path

import yaml

HERE = Path(__file__).parent.parent / "profiles"
found = {}
for path in sorted(HERE.glob("sii_*.yaml")):
    team = yaml.safe_load(path.read_text())["multi_agent"]
    configs = team["role_configs"]
    names = team.get("role_names") or list(configs)
    found[path.name] = {
        "roles": names,
        "prompts": [configs[name]["system_prompt"] for name in names],
        "dynamic": team.get("orchestration_mode") == "dynamic",
        "maxSteps": team.get("max_steps"),
    }
(HERE / "sii.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
