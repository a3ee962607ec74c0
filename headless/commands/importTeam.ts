/**
 * `npm run import-team -- FILE|FOLDER …|--profiles FILE [--project FILE | --preset NAME] [--team NAME] [--leave-out A,B] [--out FILE]`: a team that LangGraph,
 * AutoGen, AG2, crewAI or SII-MARFT describes, or role profiles, in place of a project's team (docs/imports/teams.md). Without `--out` it only
 * says what would become of it.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { teamInText } from '../../src/words/words.ts';
import { unpackedProject } from '../kit/carriedProject.ts';
import { main, printText } from '../kit/console.ts';
import { chooseProject } from '../kit/project.ts';
import { flagFault, withTeamOf } from '../kit/teamFile.ts';

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      project: { type: 'string' },
      preset: { type: 'string' },
      profiles: { type: 'string' },
      team: { type: 'string' },
      'leave-out': { type: 'string' },
      out: { type: 'string' },
    },
  });
  const { out, team } = values;
  // As `train` and `sweep` name it.
  const paths = [...positionals, ...(values.profiles === undefined ? [] : [values.profiles])];
  if (paths.length === 0) throw flagFault({ wrong: 'no file' });
  if (out !== undefined && existsSync(out)) throw flagFault({ wrong: 'not free', file: out });
  const leaveOut = values['leave-out']?.split(',').map((name) => name.trim());
  const file = await unpackedProject(values.project, (message) => printText(`${message}\n`));
  const before = chooseProject({ file, preset: values.preset });
  const { document, said } = withTeamOf(before, {
    paths,
    ...(team === undefined ? {} : { team }),
    ...(leaveOut ? { leaveOut } : {}),
  });
  for (const line of said) printText(`${line}\n`, process.stdout);
  if (out === undefined) return;
  writeFileSync(out, `${JSON.stringify(document, null, 2)}\n`, { flag: 'wx' });
  printText(`${teamInText.terminal.wrote(out)}\n`, process.stdout);
});
