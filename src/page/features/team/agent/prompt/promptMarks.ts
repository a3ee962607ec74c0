/** What the prompt editor knows of a prompt: placeholders with what they stand for, and what looks like one but is none. */
import { FaultError } from '../../../../../core/faults.ts';
import type { TeamSettings } from '../../../../../core/document/schema.ts';
import type { Compat } from '../../../../../core/document/trainingSchema.ts';
import { findPlaceholders, nearestPlaceholder, PLACEHOLDERS, type Placeholder } from '../../../../../core/team/placeholders.ts';
import { placeholderValues } from '../../../../../core/team/presentation.ts';
import type { EditorCompletion, EditorMark } from '../../../../kit/editor/marks.ts';
import { agentEditorText, GAP } from '../../../../../words/words.ts';

const words = agentEditorText;

/** A word in braces that nothing is put in place of. */
export interface Doubt {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly nearest: Placeholder | null;
}

/** What each placeholder stands for in an agent's prompt as the team is now; null where the graph is none. */
export function valuesNow(team: TeamSettings, role: string, compat: readonly Compat[]): Readonly<Record<Placeholder, string>> | null {
  try {
    const valueOf = placeholderValues(
      team,
      team.agents.findIndex((agent) => agent.role === role),
      compat,
    );
    return Object.fromEntries(PLACEHOLDERS.map((name) => [name, valueOf(name)])) as Record<Placeholder, string>; // a value for each name
  } catch (error) {
    // A team that waits for itself has no order; the canvas says so.
    if (error instanceof FaultError) return null;
    throw error;
  }
}

export function doubtsIn(prompt: string): Doubt[] {
  return findPlaceholders(prompt)
    .filter(({ kind }) => kind === 'unknown')
    .map(({ name, start, end }) => ({ name, start, end, nearest: nearestPlaceholder(name) }));
}

export function marksIn(prompt: string, values: Readonly<Record<Placeholder, string>> | null): EditorMark[] {
  return findPlaceholders(prompt).map(({ kind, name, start, end }): EditorMark => {
    switch (kind) {
      case 'known': {
        const placeholder = PLACEHOLDERS.find((known) => known === name);
        const help = placeholder ? words.placeholders[placeholder] : '';
        const value = placeholder && values?.[placeholder];
        return { start, end, kind: 'meaning', message: value === undefined ? help : `${help}${GAP}${words.standsFor(name, value)}` };
      }
      case 'escaped':
        return { start, end, kind: 'plain', message: words.literal(name) };
      case 'unknown': {
        const nearest = nearestPlaceholder(name);
        return { start, end, kind: 'doubt', message: [words.unknown(name), nearest && words.nearest(nearest)].filter(Boolean).join(GAP) };
      }
    }
  });
}

export function completionsOf(values: Readonly<Record<Placeholder, string>> | null): EditorCompletion[] {
  return PLACEHOLDERS.map((name) => ({ text: `{${name}}`, detail: values?.[name] ?? '', help: words.placeholders[name] }));
}
