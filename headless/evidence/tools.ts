/** What a tool within messages is worth: the same base, problems and episodes with the calculator and without. */
import type { EvidenceRow } from './row.ts';

export const TOOL_ROWS: readonly EvidenceRow[] = [
  {
    id: 'calculator',
    title: 'A calculator within messages',
    preset: 'calculator',
    docsOnly: true,
    variants: [
      { id: 'with', name: 'Calls are answered' },
      { id: 'without', name: 'Nobody answers', changes: { 'team.tools.most': 0 } },
    ],
    test: true,
  },
];
