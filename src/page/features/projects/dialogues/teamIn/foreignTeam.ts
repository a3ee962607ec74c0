/** The files of another project's team that were opened last, and the teams in them. */
import { createStore } from 'zustand/vanilla';
import type { TeamFile } from '../../../../../core/formats/teams/read.ts';
import type { ForeignTeam } from '../../../../../core/formats/teams/team.ts';

export interface ForeignTeamState {
  readonly files: readonly TeamFile[];
  readonly teams: readonly ForeignTeam[];
}

export const foreignTeamStore = createStore<ForeignTeamState>(() => ({ files: [], teams: [] }));
