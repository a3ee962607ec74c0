/** What a server can, for people: a line for each thing that was asked or tried. */
import { serverFactsText as words } from '../words/words.ts';
import type { Capabilities } from './capabilities.ts';

type Said = readonly [is: string, isNot: string];

/** Names, and what was found. */
export function factsOf(can: Capabilities): (readonly [name: string, found: string])[] {
  const { alpha } = can;
  const said = (value: boolean | null, [is, isNot]: Said): string => (value === null ? words.unknown : value ? is : isNot);
  return [
    [words.bases, can.bases.join(', ') || words.noBases],
    [words.reduction, can.reduction === null ? words.unknown : words.reductions[can.reduction]],
    [words.norms, said(can.norms, words.normsTold)],
    [words.clipping, said(can.pooledClip, words.clips)],
    [words.alpha, alpha === null ? words.unknown : alpha.is === 'asked' ? words.alphaAsked : words.alphaFixed(alpha.value)],
    [words.targets, said(can.choosesTargets, words.targetsChosen)],
    [words.ranks, can.ranks === null ? words.unknown : words.ranksMay[can.ranks]],
    [words.ends, said(can.stopsAtIds, words.endsAt)],
    [words.logprobs, can.sampledLogprobs === null ? words.unknown : words.logprobsOf(can.sampledLogprobs)],
    [words.versions, said(can.keepsVersions, words.versionsKept)],
    [words.slot, said(can.sharedSlot, words.slots)],
    [words.twice, said(can.resendable, words.doneTwice)],
    [words.loading, said(can.loadsFirstOnly, words.loads)],
    [words.forward, said(can.hasForward, words.forwards)],
    [words.unloading, said(can.hasUnload, words.unloads)],
    [words.archive, said(can.hasArchive, words.archives)],
  ];
}
