/** The look of a group, as its curves have it; its name stands beside it, so that colour is never all. */
import { Swatch } from '../../../kit/charts/Swatch.tsx';
import { lookOf } from '../../../kit/theme/agentColors.ts';
import { useScheme } from '../../../kit/theme/useScheme.ts';

export function GroupMark({ slot }: { readonly slot: number }) {
  return <Swatch look={lookOf(slot, useScheme())} mark="line" />;
}
