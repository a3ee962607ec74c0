/** The projects of the paper in miniature, as the page trains them: the same documents as were recorded. */
import type { ProjectDocument } from '../document/schema.ts';
import { type TeamName, withTeam } from '../document/presets/teams.ts';
import { changed } from './exhibits.ts';
import { type Cell, CELLS, MINIATURE_CHANGES, type MiniatureTeam } from './miniature.ts';

/** The preset with that team. An agent alone may write more, as it writes expression and value in one message. */
export function measuredTeam(preset: ProjectDocument, team: TeamName): ProjectDocument {
  const document = withTeam(preset, team);
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

/** Tokens that an agent alone may write more. */
const LONGER = 8;

/** The project of a team; a cell's own changes come on top. */
export const teamProject = (preset: ProjectDocument, team: MiniatureTeam): ProjectDocument =>
  changed(measuredTeam(preset, team), MINIATURE_CHANGES);

export const cellsOf = (team: MiniatureTeam): readonly Cell[] => CELLS.filter((cell) => cell.team === team);
