/** Whether a goal is reached, told from what the page knows. */
import { valueAt } from '../sweep/address.ts';
import { isChangedAt, promptPath } from './before.ts';
import type { Goal, StageFacts } from './goals.ts';

/** Pure: the same facts always give the same answer. */
export function isReached(goal: Goal, facts: StageFacts): boolean {
  switch (goal.is) {
    case 'at':
      return isAt(goal.at, facts);
    case 'agent':
      return facts.cursor.role !== null && (goal.role === undefined || goal.role === facts.cursor.role);
    case 'token':
      return facts.cursor.token !== null && (goal.role === undefined || goal.role === facts.episode?.role);
    case 'episode':
      return facts.episode !== null && facts.episode.reward >= 1 === (goal.outcome === 'right');
    case 'edge':
      return facts.document.team.edges.some(({ from, to }) => from === goal.from && to === goal.to) === goal.drawn;
    case 'prompt':
      return isThere(goal.role, facts) && isChangedAt(promptPath(goal.role), facts.document, facts.before);
    case 'changed':
      return goal.paths.some((path) => isChangedAt(path, facts.document, facts.before));
    case 'read-run':
      return facts.read !== null && valueAt(facts.read, goal.path) === goal.equals;
    case 'setting':
      return settingHolds(goal, valueAt(facts.document, goal.path));
    case 'trained':
      return completed(facts) >= goal.iterations;
    case 'metric':
      return metricHolds(goal, facts);
    case 'happened':
      return facts.happened.has(goal.what);
    case 'all':
      return goal.of.every((part) => isReached(part, facts));
    case 'any':
      return goal.of.some((part) => isReached(part, facts));
  }
}

function isAt(at: Extract<Goal, { is: 'at' }>['at'], { cursor }: StageFacts): boolean {
  // A tab is only seen in the training place, a view only in the inspect place.
  if (at.tab !== undefined && cursor.place !== 'training') return false;
  if (at.view !== undefined && cursor.place !== 'inspect') return false;
  return (Object.keys(at) as (keyof typeof at)[]).every((part) => at[part] === undefined || at[part] === cursor[part]);
}

/** An agent that was removed has no other prompt. */
const isThere = (role: string, { document }: StageFacts): boolean => document.team.agents.some((agent) => agent.role === role);

function settingHolds(goal: Extract<Goal, { is: 'setting' }>, value: unknown): boolean {
  if ('equals' in goal) return value === goal.equals;
  if (typeof value !== 'number') return false;
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
}

/** Completed iterations of the run: it has one row of metrics for each, and row 0 for the untrained team. */
const completed = ({ run }: StageFacts): number => (run?.metrics ?? []).filter(({ iteration = 0 }) => iteration > 0).length;

function metricHolds(goal: Extract<Goal, { is: 'metric' }>, { run }: StageFacts): boolean {
  const rows = (run?.metrics ?? []).filter(({ iteration = 0 }) => iteration > 0).slice(-goal.over);
  const values = rows.map((row) => row[goal.name]);
  if (values.length < goal.over || goal.over < 1 || values.some((value) => value === undefined)) return false;
  const mean = values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / values.length;
  return 'above' in goal ? mean > goal.above : mean < goal.below;
}
