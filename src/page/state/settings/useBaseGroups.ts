/** The base models there are to choose from, as a list in groups. */
import { useEngine } from '../engine/engine.ts';
import { agentText } from '../../../words/words.ts';
import { baseGroups, type BaseGroupName } from './baseChoices.ts';

const { shippedBases, ownBases, otherBases } = agentText;
const TITLES: Readonly<Record<BaseGroupName, string>> = { shipped: shippedBases, own: ownBases, other: otherBases };

/** `present` is set already, and may be none of those there are. */
export function useBaseGroups(present: string): readonly { readonly group: string; readonly items: readonly string[] }[] {
  const dropped = useEngine((state) => state.bases);
  const kept = useEngine((state) => state.kept);
  return baseGroups([...Object.keys(dropped), ...kept.map(({ name }) => name)], present).map(({ name, items }) => ({
    group: TITLES[name],
    items,
  }));
}
