/** The projects of the paper in miniature, as the page trains them: the same documents as were recorded. */
import type { ProjectDocument } from '../document/schema.ts';
import { withTeam } from '../document/teams.ts';
import { changed } from './exhibits.ts';
import { type Cell, CELLS, MINIATURE_CHANGES, type MiniatureTeam } from './miniature.ts';

/** Tokens that an agent alone may write more: it writes expression and value in one message. */
const LONGER = 8;

/** The project of a team; a cell's own changes come on top. */
export function teamProject(preset: ProjectDocument, team: MiniatureTeam): ProjectDocument {
  const document = changed(withTeam(preset, team), MINIATURE_CHANGES);
  if (team !== 'solo') return document;
  return {
    ...document,
    team: {
      ...document.team,
      agents: document.team.agents.map((agent) => ({
        ...agent,
        sampling: { ...agent.sampling, maxNewTokens: agent.sampling.maxNewTokens + LONGER },
      })),
    },
  };
}

export const cellsOf = (team: MiniatureTeam): readonly Cell[] => CELLS.filter((cell) => cell.team === team);
