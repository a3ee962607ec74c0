/** Every evidence there is, in the order it is measured; one file per theme. */
import { ALGORITHM_ROWS } from './algorithms.ts';
import { CHAIN_ROWS } from './chains.ts';
import { DECENTRALISED_ROWS } from './decentralised.ts';
import { DISTILLATION_ROWS } from './distillation.ts';
import { STANDARD_COLLAPSE_ROWS } from './collapses.ts';
import { DYNAMIC_ROWS } from './dynamic.ts';
import { STANDARD_LAZY_TEAM_ROWS } from './lazyTeam.ts';
import { LESSON_ROWS } from './lessons.ts';
import { MINIATURE_ROWS } from './miniature.ts';
import { MUSEUM_ROWS } from './museum.ts';
import { PROMPT_ROWS } from './prompts.ts';
import type { EvidenceRow } from './row.ts';
import { STORIES_ROWS } from './stories.ts';
import { TOOL_ROWS } from './tools.ts';
import { TEAM_ROWS } from './teams.ts';

export const EVIDENCE_ROWS: readonly EvidenceRow[] = [
  ...LESSON_ROWS,
  ...PROMPT_ROWS,
  ...ALGORITHM_ROWS,
  ...CHAIN_ROWS,
  ...DECENTRALISED_ROWS,
  ...DISTILLATION_ROWS,
  ...STANDARD_LAZY_TEAM_ROWS,
  ...STANDARD_COLLAPSE_ROWS,
  ...STORIES_ROWS,
  ...TOOL_ROWS,
  ...DYNAMIC_ROWS,
  ...TEAM_ROWS,
  ...MUSEUM_ROWS,
  ...MINIATURE_ROWS,
];
