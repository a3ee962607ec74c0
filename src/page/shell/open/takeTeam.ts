/** A team that another project describes: read whole before anything is shown, so that a bad file changes nothing. */
import type { Files } from '../../../core/formats/files.ts';
import { crewFolders, crewPaths } from '../../../core/formats/teams/looks.ts';
import { readTeams, type TeamFile } from '../../../core/formats/teams/read.ts';
import { unreadable } from '../../../core/formats/teams/team.ts';
import { pageFaultsStore } from '../../state/document/pageFaults.ts';
import { showDialogue } from '../../features/projects/dialogues/dialogues.ts';
import { foreignTeamStore } from '../../features/projects/dialogues/teamIn/foreignTeam.ts';

export function takeTeam(files: readonly TeamFile[]): void {
  foreignTeamStore.setState({ files, teams: readTeams(files) });
  pageFaultsStore.getState().report('project', []);
  showDialogue('teamIn');
}

/** The files of a crew, of all that a folder has. */
export function takeCrew(files: Files): void {
  const paths = crewPaths(Object.keys(files));
  const folders = crewFolders(paths);
  if (folders.length > 1)
    throw unreadable(
      folders
        .map((folder) => folder || '.')
        .join(', ')
        .slice(0, 200),
      'several',
    );
  takeTeam(paths.map((name) => ({ name, text: new TextDecoder().decode(files[name]) })));
}
