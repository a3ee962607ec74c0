/** The Python of a package that is the project's own: what to install, and who sits where. The rest is the same in all packages. */
import { agentIsFrozen } from '../../../document/derived.ts';
import type { ProjectDocument } from '../../../document/schema.ts';
import { packageName, seatNames, TARGET } from './input.ts';

/** A string of Python and of TOML. */
export const quoted = (text: string): string => JSON.stringify(text).replaceAll('\u007f', String.raw`\u007f`);

/** A text within a docstring or a comment: one line that ends neither. */
export const plainLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll(/["\\]/g, '’');

export function pyproject(document: ProjectDocument): string {
  const name = packageName(document);
  return `# Written for verifiers ${TARGET.verifiers.version} (commit ${TARGET.verifiers.commit}), which prime-rl ${TARGET.primeRl.version} (commit
# ${TARGET.primeRl.commit}) holds. Other versions were not tried.
[project]
name = ${quoted(name.replaceAll('_', '-'))}
version = "0.1.0"
description = ${quoted(`${document.name}: a team of MARFT Workbench as an environment of verifiers`)}
requires-python = ">=3.11"
dependencies = ["verifiers>=${TARGET.verifiers.version}", "openai>=2.9.0"]

[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[tool.hatch.build.targets.wheel]
packages = [${quoted(name)}]
`;
}

export const initFile = (document: ProjectDocument): string => `"""${plainLine(document.name)}, as an environment of verifiers."""

from .env import TeamEnv
from .harness import SeatHarness
from .taskset import TeamTaskset

__all__ = ["SeatHarness", "TeamEnv", "TeamTaskset"]
`;

export function seatsFile(document: ProjectDocument): string {
  const seats = seatNames(document);
  const { agents } = document.team;
  const frozen = agents.filter((agent) => agentIsFrozen(document, agent)).map(({ role }) => quoted(seats.get(role) ?? role));
  const fields = agents.map(
    ({ role, sampling }) =>
      `    ${seats.get(role)}: vf.AgentConfig = vf.AgentConfig(runtime={"type": "subprocess"}, sampling={"max_tokens": ${sampling.maxNewTokens}})`,
  );
  return `"""Who sits in the team of the project: one seat for each agent."""

import verifiers.v1 as vf
from pydantic import Field

SEATS = {
${[...seats].map(([role, seat]) => `    ${quoted(role)}: ${quoted(seat)},`).join('\n')}
}
"""The seat of each role, in the order of the team."""

FROZEN = (${frozen.map((seat) => `${seat},`).join(' ')})
"""Seats whose agents do not learn in the project. Their messages are no training data, but they are played by the one policy."""


class TeamEnvConfig(vf.EnvConfig):
${fields.join('\n')}

    node: str = "node"
    """The command that runs Node, 20.19 or newer."""
    host_timeout: float = Field(60.0, gt=0)
    """Seconds that the environment may take for a step. Longer, and its process is ended with all episodes it has."""
    fold_system: bool = False
    """Put profiles at the beginning of the first user message, for models whose chat template has no system message."""
`;
}
