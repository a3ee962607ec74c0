/** The colour of a segment: an agent's own for its words, neutral shades for all that nobody said. */
import { useCallback } from 'react';
import type { Segment } from '../../../../../core/team/compose.ts';
import { useDocument } from '../../../../state/document/document.ts';
import { agentColor } from '../../../../kit/theme/agentColors.ts';
import { useScheme } from '../../../../kit/theme/useScheme.ts';

const SHADES: Readonly<Partial<Record<Segment['source'], number>>> = { system: 75, observation: 50, transition: 35, header: 20 };

type Colored = Pick<Segment, 'source' | 'role'>;

export function useSegmentColor(): (segment: Colored) => string {
  // As a text, since the agents change with every key typed into a prompt; roles hold no spaces.
  const roles = useDocument((state) => state.document.team.agents.map((agent) => agent.role).join(' '));
  const scheme = useScheme();
  return useCallback(
    ({ source, role }: Colored): string => {
      const shade = SHADES[source];
      if (shade !== undefined) return `color-mix(in srgb, var(--ink) ${shade}%, var(--surface))`;
      return agentColor(roles.split(' ').indexOf(role ?? ''), scheme);
    },
    [roles, scheme],
  );
}
