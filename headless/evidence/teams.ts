/** The shipped teams of four and of eight, each beside itself untrained. */
import type { EvidenceRow } from './row.ts';

const rowOf = (preset: 'quartet' | 'octet', title: string): EvidenceRow => ({
  id: preset,
  title,
  preset,
  docsOnly: true,
  test: true,
  variants: [{ id: 'own', name: 'As it ships' }],
});

export const TEAM_ROWS: readonly EvidenceRow[] = [
  rowOf('quartet', 'Four agents, each of whom can spoil it'),
  rowOf('octet', 'Eight agents, each of whom can spoil it'),
];
