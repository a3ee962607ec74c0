/**
 * The joint transcript: what a critic of the whole team reads of the state in which an agent is about to speak. It is that agent's own
 * prompt, but with nothing of the episode left out:
 *
 *     profile                        of the agent that speaks; those of the others say the same in every episode
 *     observations                   of all agents, in every turn; told by name where they differ
 *     messages                       all before this one in the serialised order, whoever is shown them
 *     transitions, introductions     all
 *     hidden state                   with `state`: of the turn that is spoken, before its observations
 *
 * So it holds nothing that the message itself, or one behind it, brought about: the value stays a baseline. No agent is shown it. Where an
 * agent sees all of this anyway, the transcript is its prompt, token by token.
 */
import { composePrompt, type ComposedPrompt } from '../team/compose.ts';
import type { PerRole } from '../environment/contract.ts';
import type { CriticReads } from '../document/trainingSchema.ts';
import type { Slot } from './orchestration.ts';
import { observationOf } from './perRole.ts';
import { type PromptSettings, readerOf, shownTurns } from './prompt.ts';
import type { Turn } from './turn.ts';

/** What is read before the message of `slot`, which belongs to the last of `turns` and is number `index` of the episode. */
export function criticPrompt(
  settings: PromptSettings,
  turns: readonly Turn[],
  slot: Slot,
  index: number,
  reads: Exclude<CriticReads, 'speaker'>,
): ComposedPrompt {
  const shown = shownTurns(settings, turns, slot.agent, ({ request }) => request.index < index);
  const present = turns.length - 1;
  return composePrompt({
    tokens: settings.tokensOf(slot.agent),
    agent: readerOf(settings, slot),
    turns: turns.map(({ observation, transition, hidden }, turn) => ({
      messages: shown[turn]?.messages ?? [],
      observation: jointObservation(settings, observation),
      transition: turn < present ? transition : '',
      ...(turn === present && reads === 'state' ? { hidden } : {}),
    })),
  });
}

/** What the agents observe: one text where all observe the same, else a line for each who observes something. */
function jointObservation({ team, view }: PromptSettings, observation: PerRole<string>): string {
  const told = team.agents.map(({ role }) => observationOf(observation, role));
  const [first = ''] = told;
  if (told.every((text) => text === first)) return first;
  return told.flatMap((text, agent) => (text === '' ? [] : [`${view.names[agent]}: ${text}`])).join('\n');
}
