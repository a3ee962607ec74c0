/**
 * What an agent reads: which observations, transitions and messages its prompt shows, and as which tokens. Of the present
 * turn it sees the slots named to it; of earlier turns what the team's `history` says:
 *
 *     all       every message (R1)
 *     visible   its own messages, and those that the prompts of these showed
 *     own       its own messages
 *
 * Observations and transitions are always shown, unless the agent does not observe.
 */
import type { TeamSettings } from '../document/schema.ts';
import { composePrompt } from '../team/compose.ts';
import type { ComposedPrompt, PromptReader, PromptTurn } from '../team/compose.ts';
import type { PromptTokens } from '../tokenizer/promptTokens.ts';
import type { Presentation } from '../team/presentation.ts';
import type { Slot } from './orchestration.ts';
import { observationOf } from './perRole.ts';
import { beginsInThought, thoughtSpans, type ThoughtSpan, withoutThoughts } from './thoughts.ts';
import { wholeResponse } from './tools.ts';
import { spokenIn } from './turn.ts';
import type { Spoken, Turn } from './turn.ts';

/** What the prompts of an episode have in common. */
export interface PromptSettings {
  readonly team: TeamSettings;
  readonly view: Presentation;
  readonly tokensOf: (agentIndex: number) => PromptTokens;
}

export interface ShownPrompt {
  readonly prompt: ComposedPrompt;
  /** Indices into the record's `messages`, ascending. */
  readonly sees: readonly number[];
}

/** The prompt of `slot`, which belongs to the last of `turns`. */
export function promptFor(settings: PromptSettings, turns: readonly Turn[], slot: Slot): ShownPrompt {
  const remembered = memoryOf(settings.team.history, turns, slot.agent);
  const present = turns.at(-1)?.first ?? 0;
  const shows = ({ request: { index } }: Spoken) => (index < present ? remembered(index) : slot.sees.includes(index - present));
  return {
    prompt: composePrompt({
      tokens: settings.tokensOf(slot.agent),
      agent: readerOf(settings, slot),
      turns: shownTurns(settings, turns, slot.agent, shows),
    }),
    sees: turns.flatMap((turn) => spokenIn(turn).filter(shows)).map(({ request }) => request.index),
  };
}

/** Who speaks in `slot`, as its prompt has it. */
export function readerOf({ team, view }: PromptSettings, { agent, introduction }: Slot): PromptReader {
  return { role: agentOf(team, agent).role, name: view.names[agent], prompt: view.profiles[agent] ?? '', introduction };
}

/** The bare state of the problem as R1 values it behind the last turn: all that was said, without profile and own header. */
export function statePrompt(settings: PromptSettings, turns: readonly Turn[], reader: number): ComposedPrompt {
  return composePrompt({ tokens: settings.tokensOf(reader), agent: null, turns: shownTurns(settings, turns, reader, () => true) });
}

/** Turns as `reader` is shown them: the messages that `shows` names, and what it observes. */
export function shownTurns(
  settings: PromptSettings,
  turns: readonly Turn[],
  reader: number,
  shows: (spoken: Spoken) => boolean,
): (PromptTurn & { readonly transition: string })[] {
  const { team, view, tokensOf } = settings;
  const { role, observes } = agentOf(team, reader);
  const tokens = tokensOf(reader);
  // Thoughts are for nobody but who thought them.
  const shownText = (spoken: Spoken) => (spoken.request.agentIndex === reader ? spoken.message.text : answerOf(spoken, tokensOf));
  const shownIds = ({ request, message }: Spoken) => {
    const said = { response_ids: message.responseIds, tools: message.tools };
    return request.agentIndex === reader ? wholeResponse(said) : withoutThoughts(said, thoughtsOf({ request, message }, tokensOf));
  };
  return turns.map((turn) => ({
    observation: observes ? observationOf(turn.observation, role) : '',
    messages: spokenIn(turn)
      .filter(shows)
      .map((spoken) => ({ spoken, request: spoken.request }))
      .map(({ spoken, request }) => ({
        role: request.role,
        name: view.names[request.agentIndex],
        introduction: turn.slots[request.index - turn.first]?.introduction,
        // The sampled ids mean something to their own tokenizer alone, and a chat template takes texts.
        said: tokensOf(request.agentIndex) === tokens && !tokens.conversation ? shownIds(spoken) : shownText(spoken),
      })),
    transition: observes ? turn.transition : '',
  }));
}

/** Where in its response a message thinks. */
export function thoughtsOf({ request, message }: Spoken, tokensOf: PromptSettings['tokensOf']): ThoughtSpan[] {
  const { thought } = tokensOf(request.agentIndex);
  return thought ? thoughtSpans(message.responseIds, thought, beginsInThought(request, thought)) : [];
}

/** What a message says to others: its text, or where it thinks what is left of it. */
export function answerOf({ request, message }: Spoken, tokensOf: PromptSettings['tokensOf']): string {
  const spans = thoughtsOf({ request, message }, tokensOf);
  const { thought } = tokensOf(request.agentIndex);
  if (!thought || spans.length === 0) return message.text;
  const ids = message.finishReason === 'stop' ? message.responseIds.slice(0, -1) : message.responseIds;
  return thought.decode(withoutThoughts({ response_ids: ids, tools: message.tools }, spans)).trimStart();
}

/** Which messages of earlier turns `reader` is shown, by their index in the record. */
function memoryOf(history: TeamSettings['history'], turns: readonly Turn[], reader: number): (index: number) => boolean {
  if (history === 'all') return () => true;
  const own = turns.flatMap(spokenIn).filter(({ request }) => request.agentIndex === reader);
  const known = new Set(own.flatMap(({ request }) => (history === 'own' ? request.index : [request.index, ...request.sees])));
  return (index) => known.has(index);
}

function agentOf(team: TeamSettings, index: number): TeamSettings['agents'][number] {
  const agent = team.agents[index];
  if (!agent) throw new RangeError(`There is no agent ${index}.`);
  return agent;
}
