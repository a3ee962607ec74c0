/** Who does the work of the others, and whose words hardly matter: from episodes that were asked about, in any team. */
import { LIVE_WON, liveAgents } from '../counterfactual/turned/liveShares.ts';
import { isBypassed, overridingOf } from '../counterfactual/turned/shares.ts';
import type { Interval } from '../statistics/intervals.ts';
import type { Course } from './course.ts';
import { percent, type Rule } from './rule.ts';
import type { Remedy } from './types.ts';

interface Deciding {
  readonly role: string;
  readonly value: number;
  readonly interval: Interval;
}

/** Every agent of which it is known how many of the won episodes hang on its words. */
const decidingAt = ({ rows, roles }: Course, index: number): Deciding[] =>
  liveAgents(rows[index] ?? {}, roles).flatMap(({ role, shares: { decides } }) => (decides ? [{ role, ...decides }] : []));

/** Where of one agent nothing is known, none is told to override it. */
function overridingAt(course: Course, index: number): ReturnType<typeof overridingOf<Deciding>> {
  const agents = decidingAt(course, index);
  return agents.length === course.roles.length ? overridingOf(agents) : null;
}

const shown = ({ value, interval: { low, high } }: Deciding): string => `${percent(value)} (${percent(low)} to ${percent(high)})`;

const asked = ({ rows }: Course, index: number): string => `of the ${rows[index]?.[LIVE_WON] ?? 0} won among the episodes last asked about`;

const LOOK: Remedy = {
  text: 'Ask an iteration’s episodes: Inspect, “Saved, spoiled”, with “what it said to another problem”.',
  go: 'inspect',
};

const ownCredit = ({ training }: Course): readonly Remedy[] =>
  training.credit.strategy === 'per_step'
    ? []
    : [{ text: 'Pay each message by itself, where the environment tells what it is worth.', path: 'credit.strategy', value: 'per_step' }];

const SOURCE = 'What each agent said to another problem, in its words’ place (docs/credit.md, who spoiled and who saved)';

/** Only what was told at an index is said of it. */
function told<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw new Error('nothing holds here');
  return found;
}

export const overrides: Rule = {
  code: 'overrides',
  source: SOURCE,
  checks: (course) =>
    course.roles.map((role) => ({
      role,
      holds: (index) => overridingAt(course, index)?.most.role === role,
      say: (index) => {
        const { most, next } = told(overridingAt(course, index));
        return {
          sentence: `“${role}” overrides the rest: ${asked(course, index)}, ${shown(most)} are lost once it says what it said to another problem, but ${shown(next)} at most once another agent does.`,
          remedies: [LOOK, ...ownCredit(course), { text: 'Freeze its adapter for a while, so that the others learn what it does.' }],
        };
      },
    })),
};

export const bypassed: Rule = {
  code: 'bypassed',
  source: SOURCE,
  checks: (course) =>
    course.roles.map((role) => {
      const own = (index: number): Deciding | undefined => decidingAt(course, index).find((agent) => agent.role === role);
      return {
        role,
        // Of a team that one agent overrides it is said of that one.
        holds: (index) => isBypassed(own(index) ?? { interval: null }) && overridingAt(course, index) === null,
        say: (index) => ({
          sentence: `Hardly anything hangs on what “${role}” says: ${asked(course, index)}, ${shown(told(own(index)))} are lost once it says what it said to another problem.`,
          remedies: [LOOK, ...ownCredit(course), { text: 'See what the others read of it: the graph, and their prompts.' }],
        }),
      };
    }),
};
