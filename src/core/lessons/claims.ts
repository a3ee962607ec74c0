/** What a text says of two recorded numbers, as data beside the text: a test holds each against the file. */
import type { Verdict } from '../statistics/paired.ts';
import type { Evidence } from './evidence.ts';
import { differenceText, evidenceDifference, evidenceNumber } from './evidenceNumbers.ts';

export interface Claim {
  /** Words of the text that say it, as they stand there. */
  readonly says: string;
  /** `<variant>/<what>`, as in a link to the evidence. */
  readonly of: string;
  /** The same of what it is compared with; a variant alone is meant with the same number. */
  readonly than: string;
  /** How the first compares with the second, by the 95 % interval of the differences paired by seed; `alike`: not told apart. */
  readonly is: Verdict;
}

/** What is wrong with a claim, as a sentence; null where its text says it and its file bears it out. */
export function claimFault(text: string, evidence: Evidence, { says, of, than, is }: Claim): string | null {
  if (!text.includes(says)) return `The text does not say “${says}”.`;
  const first = partsOf(of);
  const second = than.includes('/') ? partsOf(than) : { ...first, variant: than };
  const difference = evidenceDifference(evidence, first, second);
  if (!difference) return `“${evidence.id}” has not both ${of} and ${than}.`;
  if (difference.verdict === is) return null;
  const unit = evidenceNumber(evidence, first)?.unit ?? 'plain';
  return `“${says}” is not so in “${evidence.id}”: ${of} less ${than} is ${differenceText(difference, unit)}, ${difference.verdict} and not ${is}.`;
}

/** Words that say a difference, or that there is none. */
const COMPARES =
  /\b(higher|lower|better|worse|more|less|fewer|farther|shorter|longer|behind|ahead|told apart|no difference|nothing is learnt|as much|as well|rescues?|changes nothing|than)\b/i;

/** Sentences of a text that compare, or have other `words` for an effect, and for which there is no claim. What the prototype of the measurements gave is its own. */
export function unclaimed(text: string, claims: readonly Pick<Claim, 'says'>[], words = COMPARES): readonly string[] {
  const sentences = text
    .replaceAll('\n', ' ')
    // A link's target is no word.
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/(?<=[.:;]) /);
  const said = claims.map(({ says }) => says.replaceAll('\n', ' '));
  return sentences.filter(
    (sentence) => words.test(sentence) && !sentence.includes('prototype') && !said.some((words) => sentence.includes(words)),
  );
}

/** The variant, and everything behind its first slash. */
function partsOf(target: string): { readonly variant: string; readonly what: string } {
  const at = target.indexOf('/');
  return { variant: target.slice(0, at), what: target.slice(at + 1) };
}
