/** What may be said of who saved and who spoiled. Pure. */
import type { Turned } from '../../../core/counterfactual/turned/course.ts';
import { agentsTurned, decidingOf, isBypassed, overridingOf, type Share } from '../../../core/counterfactual/turned/shares.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Interval } from '../../../core/statistics/intervals.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { PERCENT, turnedText as words } from '../../../words/words.ts';

const percent = (share: number): string => `${Math.round(100 * share)}${PERCENT}`;

const rangeOf = ({ low, high }: Interval): string => words.range(percent(low), percent(high));

/** A share as the table says it. */
export const shareText = ({ count, of, interval }: Share): string =>
  interval === null ? words.table.unknown : words.table.share(percent(count / of), rangeOf(interval));

/** In the order of reading; nothing before the first episode is done. */
export function turnedSentences(document: ProjectDocument, { episodes, settings }: Turned): string[] {
  if (episodes.length === 0) return [];
  const roles = document.team.agents.map(({ role }) => role);
  const agents = agentsTurned(episodes, roles);
  const said = agents.flatMap(({ role, saved, spoiled }) => [
    ...(spoiled.interval && spoiled.count > 0
      ? [words.spoiled(agentName(document, role), spoiled.count, spoiled.of, rangeOf(spoiled.interval))]
      : []),
    ...(saved.interval && saved.count > 0 ? [words.saved(agentName(document, role), saved.count, saved.of, rangeOf(saved.interval))] : []),
  ]);
  if (said.length === 0) said.push(words.nobody(episodes.length));
  if (settings.standIn.kind !== 'elsewhere') return said;
  const carried = decidingOf(episodes, roles);
  const found = overridingOf(carried);
  const name = (role: string) => agentName(document, role);
  for (const { role, count, of } of carried.filter(isBypassed)) said.push(words.bypassed(name(role), count, of));
  if (!found) return [...said, words.noOverride];
  const { most, next } = found;
  return [words.overrides(name(most.role), most.count, most.of, name(next.role), next.count, next.of), ...said];
}
