/** A team that another project describes: read whole before anything is shown, so that a bad file changes nothing. */
import { crewFolders, crewPaths } from '../../../core/formats/teams/looks.ts';
import { readTeams, type TeamFile } from '../../../core/formats/teams/read.ts';
import { TEAM_LIMITS, unreadable } from '../../../core/formats/teams/team.ts';
import { givenBytes } from '../../kit/files/givenBytes.ts';
import type { FolderFiles } from '../../kit/files/openFile.ts';
import { pageFaultsStore } from '../../state/document/pageFaults.ts';
import { showDialogue } from '../../features/projects/dialogues/dialogues.ts';
import { foreignTeamStore } from '../../features/projects/dialogues/teamIn/foreignTeam.ts';
import { COMMA } from '../../../words/words.ts';

export function takeTeam(files: readonly TeamFile[]): void {
  foreignTeamStore.setState({ files, teams: readTeams(files) });
  pageFaultsStore.getState().report('project', []);
  showDialogue('teamIn');
}

/** The files of a crew, of all that a folder has. */
export async function takeCrew(files: FolderFiles): Promise<void> {
  const paths = new Set(crewPaths(files.map(({ path }) => path)));
  const folders = crewFolders([...paths]);
  if (folders.length > 1)
    throw unreadable(
      folders
        .map((folder) => folder || '.')
        .join(COMMA)
        .slice(0, 200),
      'several',
    );
  const own = files.filter(({ path }) => paths.has(path));
  if (own.length > TEAM_LIMITS.files) throw unreadable('', 'many');
  const large = own.find(({ file }) => file.size > TEAM_LIMITS.bytes);
  if (large) throw unreadable(large.path, 'large');
  takeTeam(await Promise.all(own.map(async ({ path, file }) => ({ name: path, text: new TextDecoder().decode(await givenBytes(file)) }))));
}
