/** Who answers the calls in messages: the environment's `tool`. */
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EnvironmentHost, EnvironmentInfo, ToolRequest } from '../../core/environment/contract.ts';
import type { Episode, GenerationRequest } from '../../core/episode/machine.ts';
import { together } from '../../core/episode/play.ts';
import type { ToolUse } from '../../core/episode/tools.ts';
import { fault, FaultError } from '../../core/faults.ts';
import { nextTask } from '../../engine/generate/nextTask.ts';
import { sessionFaults } from '../../words/words.ts';

type OfTeam = Pick<ProjectDocument, 'team'>;

/** Throws `E_TOOL_NONE` where calls are to be answered and the environment cannot. */
export function requireTool({ team }: OfTeam, { name, hooks }: EnvironmentInfo): void {
  if (team.tools.most > 0 && !hooks.tool)
    throw new FaultError(fault(sessionFaults, 'E_TOOL_NONE', { environment: name }, { place: { subject: 'team.tools.most' } }));
}

/** How the calls of each message are answered; those of the same moment are asked together. Null: by nobody. */
export function toolUses(
  { team: { tools: marks } }: OfTeam,
  environment: Pick<EnvironmentHost, 'tool'>,
): (episode: Pick<Episode, 'toolRequest'>, request: GenerationRequest) => ToolUse | null {
  if (marks.most === 0) return () => null;
  const ask = together((requests: readonly ToolRequest[]) => environment.tool(requests), nextTask);
  return (episode, request) => ({ marks, answer: (call, nth) => ask(episode.toolRequest(request, call, nth)) });
}
