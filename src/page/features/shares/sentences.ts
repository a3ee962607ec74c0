/** What may be said of shares in plain words: who earned most and least, and what chance could have done. */
import { efficiencyOf, standingsOf } from '../../../core/counterfactual/standings.ts';
import type { Absence, AgentShare, CreditShares } from '../../../core/credit/estimates.ts';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { type NamedShare, sharesText } from '../../../words/words.ts';

const words = sharesText.verdict;

/** What rounding leaves of a width of 0. */
const NO_WIDTH = 1e-12;

export function namedShare({ role, value, interval }: AgentShare, nameOf: (role: string) => string): NamedShare {
  return {
    name: nameOf(role),
    value: formatNumber(value),
    interval: interval && `${formatNumber(interval.low)} to ${formatNumber(interval.high)}`,
  };
}

/** In the order of reading; `nameOf` gives an agent's display name. */
export function verdictSentences(
  answer: CreditShares,
  absence: Absence,
  problems: number,
  nameOf: (role: string) => string = (role) => role,
): string[] {
  const standings = standingsOf(answer);
  if (!standings) return [];
  const { whole, empty } = efficiencyOf(answer);
  const first = words[absence](formatNumber(whole), formatNumber(empty), formatSigned(whole - empty));
  const named = (share: AgentShare) => namedShare(share, nameOf);
  const names = (shares: readonly AgentShare[]) => shares.map(({ role }) => nameOf(role));
  const { most, least, gains, harms, open } = standings;
  const said = [first];
  if (answer.shares.length === 1) said.push(words.lone(named(most.share)));
  else {
    const rises = most.apart && (most.share.interval?.low ?? 0) > 0;
    if (rises) said.push(absence === 'base' ? words.mostBase(named(most.share)) : words.mostSilent(named(most.share)));
    else {
      said.push(words.untold(problems));
      if (gains.length > 0) said.push(words.gains(names(gains), absence));
    }
    // Of two, who earned most says who earned least.
    if (least.apart && !harms.includes(least.share))
      said.push(absence === 'base' ? words.leastBase(named(least.share)) : words.leastSilent(named(least.share)));
    else if (absence === 'silent' && !least.apart) said.push(words.untoldLeast(problems));
  }
  if (harms.length > 0) said.push(words.harms(names(harms), absence));
  if (open.length > 0) said.push(words.open(names(open), problems));
  if (answer.shares.some(({ interval }) => interval !== null && interval.high - interval.low <= NO_WIDTH))
    said.push(sharesText.alike(problems));
  return said;
}
