/** What may be said of who saved and who spoiled. Pure. */
import type { Turned } from '../../../core/counterfactual/turned/course.ts';
import { agentsTurned, bypassedOf, overridingOf, type Share } from '../../../core/counterfactual/turned/shares.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Interval } from '../../../core/statistics/intervals.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { turnedText as words } from '../../../words/words.ts';

const percent = (share: number): string => `${Math.round(100 * share)} %`;

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
  const found = overridingOf(episodes, roles);
  const name = (role: string) => agentName(document, role);
  for (const { role, saved } of bypassedOf(episodes, roles)) said.push(words.bypassed(name(role), saved.count, saved.of));
  return found
    ? [
        words.overrides(name(found.role), found.decides.count, found.decides.of, name(found.nextRole), found.next.count, found.next.of),
        ...said,
      ]
    : [...said, words.noOverride];
}
