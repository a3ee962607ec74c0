/**
 * What a prompt may name instead of spelling it out: `{role}`, `{sees}` and a few more, filled in when the prompt is
 * composed, so that renaming an agent or drawing a connection leaves no prompt behind. Only the names below mean anything;
 * any other brace, such as of JSON or LaTeX, is text like the rest. `{{role}}` is the text `{role}`.
 */
import { nearest } from '../nearest.ts';
import { trainsLinearly } from '../compat/linearTraining.ts';
import type { TeamSettings } from '../document/schema.ts';
import type { Compat } from '../document/trainingSchema.ts';
import { dependencies, layersOf } from './graph.ts';

export const PLACEHOLDERS = ['role', 'label', 'position', 'team_size', 'team', 'sees', 'heard_by'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** A brace in a prompt that looks as if it were meant: `start` and `end` (exclusive) are offsets in UTF-16 units. */
export interface FoundPlaceholder {
  readonly kind: 'known' | 'escaped' | 'unknown';
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const NAMES = PLACEHOLDERS.join('|');
const KNOWN = new RegExp(String.raw`\{\{(${NAMES})\}\}|\{(${NAMES})\}`, 'g');
const WORD = /\{\{?([A-Za-z][A-Za-z0-9_ -]{0,31})\}?\}/g;
/** What stands before an argument of LaTeX: `\boxed{…}`, `\frac{…}{…}`, `x^{…}`, `x_{…}`. */
const LATEX = /(?:\\[A-Za-z]+\*?|[}\]^_])$/;

/** `prompt` with its placeholders filled in. */
export function expandPrompt(prompt: string, valueOf: (name: Placeholder) => string): string {
  return prompt.replaceAll(KNOWN, (_, escaped: string | undefined, name: Placeholder) => (escaped ? `{${escaped}}` : valueOf(name)));
}

/** A prompt that reads as `text` whatever `text` holds. */
export function escapePrompt(text: string): string {
  return text.replaceAll(KNOWN, (found) => `{${found}}`);
}

/** Every placeholder of a prompt, every escaped one, and every word in braces that is none, in the order of the text. */
export function findPlaceholders(prompt: string): FoundPlaceholder[] {
  const known = Array.from(
    prompt.matchAll(KNOWN),
    (match): FoundPlaceholder => ({
      kind: match[1] === undefined ? 'known' : 'escaped',
      name: match[1] ?? match[2] ?? '',
      start: match.index,
      end: match.index + match[0].length,
    }),
  );
  const unknown = Array.from(prompt.matchAll(WORD)).flatMap((match): FoundPlaceholder[] => {
    const start = match.index;
    const end = start + match[0].length;
    const literal = match[0].startsWith('{{') || LATEX.test(prompt.slice(0, start));
    if (literal || known.some((found) => found.start < end && start < found.end)) return [];
    return [{ kind: 'unknown', name: match[1] ?? '', start, end }];
  });
  return [...known, ...unknown].sort((a, b) => a.start - b.start);
}

/** The placeholder that was probably meant by `name`; null when none is near. */
export function nearestPlaceholder(name: string): Placeholder | null {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');
  const wish = plain(ALIASES[plain(name)] ?? name);
  return nearest(wish, PLACEHOLDERS, plain);
}
const ALIASES: Readonly<Record<string, Placeholder>> = {
  n: 'team_size',
  agents: 'team',
  members: 'team',
  name: 'label',
  index: 'position',
  hears: 'sees',
  speaksto: 'heard_by',
};

/**
 * What each placeholder stands for in the prompt of agent `index`. `names` are those under which the agents appear in
 * prompts (`presentation.ts`), so that an anonymous team stays one; `order` is the order in which they are counted and
 * listed. Who hears whom is that of the first turn's graph.
 */
export function placeholderValue(
  team: TeamSettings,
  index: number,
  name: Placeholder,
  { names, order, compat }: { readonly names: readonly string[]; readonly order: readonly number[]; readonly compat: readonly Compat[] },
): string {
  const list = (agents: ReadonlySet<number>): string =>
    order
      .filter((agent) => agents.has(agent))
      .map((agent) => names[agent] ?? '')
      .join(', ') || 'nobody';
  switch (name) {
    case 'role':
      return names[index] ?? '';
    case 'label':
      return (team.anonymous ? '' : team.agents[index]?.label) || (names[index] ?? '');
    case 'position':
      return String(order.indexOf(index) + 1);
    case 'team_size':
      return String(team.agents.length);
    case 'team':
      return list(new Set(order));
    case 'sees':
      return list(heardBy(team, compat)[index] ?? new Set());
    case 'heard_by': {
      const rows = heardBy(team, compat);
      return list(new Set(order.filter((agent) => rows[agent]?.has(index))));
    }
  }
}

/** For every agent whose messages of a turn it may be shown, itself left out. */
function heardBy(team: TeamSettings, compat: readonly Compat[]): ReadonlySet<number>[] {
  const linear = compat.includes('r3_linear_transcript');
  const all = team.agents.map((_, agent) => agent);
  const others = (agent: number) => new Set(all.filter((other) => other !== agent));
  if (team.orchestration === 'dynamic') {
    if (linear || team.context === 'prefix') return all.map(others);
    const leader = team.agents.findIndex(({ role }) => role === team.orchestrator.role);
    return dependencies(team).map((row, agent) => (agent === leader ? others(agent) : new Set(row)));
  }
  if (linear && trainsLinearly(compat)) {
    const layers = layersOf(team);
    return all.map(
      (agent) =>
        new Set(
          layers
            .slice(
              0,
              layers.findIndex((layer) => layer.includes(agent)),
            )
            .flat(),
        ),
    );
  }
  return dependencies(linear ? { ...team, context: 'prefix' } : team).map((row) => new Set(row));
}
