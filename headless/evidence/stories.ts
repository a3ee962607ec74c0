/** The duo on the base of stories: what the step between toy and real model learns, the skills of its checker with it. */
import type { EvidenceRow } from './row.ts';

export const STORIES_ROWS: readonly EvidenceRow[] = [
  {
    id: 'stories-duo',
    title: 'A solver and a checker on stories of several steps',
    preset: 'stories-duo',
    docsOnly: true,
    variants: [{ id: 'trained', name: 'The project as it ships' }],
  },
];
