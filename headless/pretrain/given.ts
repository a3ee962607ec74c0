/** Episodes that a warm start is given in the terminal: a JSON Lines file, or the rollouts of a run folder. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { baseNameOf, baseNames } from '../../src/core/document/bases.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import { type GivenEpisode, readEpisodes } from '../../src/core/formats/runs/episodes.ts';
import { iterationsIn, RUN_PATHS } from '../../src/core/formats/runPaths.ts';
import { readText } from '../../src/runs/fileSystem.ts';
import { loadBase } from '../../src/session/team/base.ts';
import { type Given, givenSource } from '../../src/session/warmStart/given.ts';
import type { WarmStartOptions } from '../../src/session/warmStart/warmStart.ts';
import { pathFaults, terminalRunFaults } from '../../src/words/words.ts';
import { basesFrom } from '../kit/bases.ts';
import { readRun, type TerminalRun } from '../kit/run/storedRun.ts';

/** `threshold`: least reward of an episode that is taken; the best when null. `passed`: folders of bases, `NAME=DIR`. */
export async function givenBy(
  path: string,
  threshold: number | null,
  seed: number,
  passed?: readonly string[],
): Promise<Required<Pick<WarmStartOptions, 'source' | 'sourceName'>>> {
  const given: Given = { ...(await (isFolder(path) ? runEpisodes(path, passed) : fileEpisodes(path, passed))), threshold };
  return {
    source: (document, tokenizerOf, _info, notice) => givenSource(document, given, tokenizerOf, seed, notice),
    sourceName: isFolder(path) ? 'good rollouts of a run' : 'episodes of a file',
  };
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

async function fileEpisodes(path: string, passed?: readonly string[]): Promise<Omit<Given, 'threshold'>> {
  if (!existsSync(path)) throw new FaultError(fault(pathFaults, 'E_FILE_MISSING', { path, wanted: 'episodes' }));
  const episodes = readEpisodes(readFileSync(path, 'utf8'), path);
  // A file of rollouts/ has its run around it, which knows the tokens.
  const run = dirname(dirname(path));
  const belongs = episodes.some(({ form }) => form === 'rollout') && existsSync(join(run, RUN_PATHS.project));
  return { name: path, episodes, tokenizerOf: belongs ? tokenizersOf(await readRun(run), passed) : null };
}

async function runEpisodes(folder: string, passed?: readonly string[]): Promise<Omit<Given, 'threshold'>> {
  const run = await readRun(folder);
  const episodes: GivenEpisode[] = [];
  for (const path of iterationsIn(run.paths, 'rollout').map(RUN_PATHS.rollout))
    episodes.push(...readEpisodes((await readText(run.files, path)) ?? '', join(folder, path)));
  if (episodes.length === 0) throw new FaultError(fault(terminalRunFaults, 'E_WARM_EMPTY', { folder }));
  return { name: folder, episodes, tokenizerOf: tokenizersOf(run, passed) };
}

/** By role, of the bases that the run's project names. */
function tokenizersOf({ folder, document }: TerminalRun, passed?: readonly string[]): Given['tokenizerOf'] {
  const filesOf = basesFrom(passed, folder);
  const names = baseNames(document);
  const byRole = new Map(
    document.team.agents.map((agent) => {
      const base = baseNameOf(document, agent);
      return [agent.role, loadBase(base, filesOf(base, names)).tokenizer] as const;
    }),
  );
  return (role) => {
    const tokenizer = byRole.get(role);
    if (tokenizer) return tokenizer;
    throw new FaultError(fault(terminalRunFaults, 'E_WARM_EPISODE', { folder, role }));
  };
}
