/** Who does the work of the others, and whose words hardly matter: from episodes that were asked about, in any team. */
import { healthSaysText as says } from '../../words/words.ts';
import { LIVE_WON, liveAgents } from '../counterfactual/turned/liveShares.ts';
import { isBypassed, overridingOf } from '../counterfactual/turned/shares.ts';
import type { Interval } from '../statistics/intervals.ts';
import type { Course } from './course.ts';
import { percent, type Rule } from './rule.ts';
import type { Remedy } from './types.ts';

const { found, remedies: tries } = says;

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

const shown = ({ value, interval: { low, high } }: Deciding): string => found.shareWithin(percent(value), percent(low), percent(high));

const wonAt = ({ rows }: Course, index: number): number => rows[index]?.[LIVE_WON] ?? 0;

const LOOK: Remedy = {
  text: tries.askTurned,
  go: 'inspect',
};

const ownCredit = ({ training }: Course): readonly Remedy[] =>
  training.credit.strategy === 'per_step' ? [] : [{ text: tries.ownCredit, path: 'credit.strategy', value: 'per_step' }];

/** Only what was told at an index is said of it. */
function told<T>(there: T | null | undefined): T {
  if (there === null || there === undefined) throw new Error('nothing holds here');
  return there;
}

export const overrides: Rule = {
  code: 'overrides',
  source: says.sources.turned,
  checks: (course) =>
    course.roles.map((role) => ({
      role,
      holds: (index) => overridingAt(course, index)?.most.role === role,
      say: (index) => {
        const { most, next } = told(overridingAt(course, index));
        return {
          sentence: found.overrides(role, wonAt(course, index), shown(most), shown(next)),
          remedies: [LOOK, ...ownCredit(course), { text: tries.freeze }],
        };
      },
    })),
};

export const bypassed: Rule = {
  code: 'bypassed',
  source: says.sources.turned,
  checks: (course) =>
    course.roles.map((role) => {
      const own = (index: number): Deciding | undefined => decidingAt(course, index).find((agent) => agent.role === role);
      return {
        role,
        // Of a team that one agent overrides it is said of that one.
        holds: (index) => isBypassed(own(index) ?? { interval: null }) && overridingAt(course, index) === null,
        say: (index) => ({
          sentence: found.bypassed(role, wonAt(course, index), shown(told(own(index)))),
          remedies: [LOOK, ...ownCredit(course), { text: tries.whatOthersRead }],
        }),
      };
    }),
};
