/** The colour of a segment: an agent's own for its words, neutral shades for all that nobody said. */
import { useCallback, useMemo } from 'react';
import type { Segment } from '../../../../../core/team/compose.ts';
import { useDocument } from '../../../../state/document/document.ts';
import { agentIndex } from '../../../../kit/figures/lineStyle.ts';
import { agentColor } from '../../../../kit/theme/agentColors.ts';
import { useScheme } from '../../../../kit/theme/useScheme.ts';

const SHADES: Readonly<Partial<Record<Segment['source'], number>>> = { system: 75, observation: 50, transition: 35, header: 20 };

type Colored = Pick<Segment, 'source' | 'role'>;

export function useSegmentColor(): (segment: Colored) => string {
  // As a text, since the agents change with every key typed into a prompt; roles hold no spaces.
  const slots = useDocument(({ document }) => document.team.agents.map(({ role }) => `${role} ${agentIndex(document, role)}`).join('\n'));
  const scheme = useScheme();
  const slotOf = useMemo(
    () => new Map(slots.split('\n').map((line): [string, number] => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])])),
    [slots],
  );
  return useCallback(
    ({ source, role }: Colored): string => {
      const shade = SHADES[source];
      if (shade !== undefined) return `color-mix(in srgb, var(--ink) ${shade}%, var(--surface))`;
      return agentColor(slotOf.get(role ?? '') ?? -1, scheme);
    },
    [slotOf, scheme],
  );
}
