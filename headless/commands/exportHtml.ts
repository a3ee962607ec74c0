/**
 * `npm run export-html -- --run DIR --out FILE [--iterations N,N,…] [--episodes all|extremes|none|N/M,N/M,…]`: a run as one HTML file with
 * its curves, the chosen episodes and the microscope (docs/exports.md). From a clone: the page that reads it is bundled from its sources.
 */
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fault, FaultError } from '../../src/core/faults.ts';
import type { ChosenEpisode, EpisodeChoice } from '../../src/core/formats/exports/html/choice.ts';
import { RunHtml } from '../../src/core/formats/exports/html/runHtml.ts';
import { RUN_PATHS } from '../../src/core/formats/runPaths.ts';
import { parseEpisodes } from '../../src/core/formats/runs/rolloutFile.ts';
import { readText } from '../../src/runs/fileSystem.ts';
import { commandFaults } from '../../src/words/words.ts';
import { runViewer } from '../../scripts/page/runViewer.ts';
import { main, printText } from '../kit/console.ts';
import { writeFileWhole } from '../kit/folders.ts';
import { chosenIterations } from '../kit/run/chosenIterations.ts';
import { curvesOf } from '../kit/run/curvesOf.ts';
import { readRun } from '../kit/run/storedRun.ts';

await main(async () => {
  const { values } = parseArgs({
    options: {
      run: { type: 'string' },
      out: { type: 'string' },
      iterations: { type: 'string' },
      episodes: { type: 'string', default: 'extremes' },
    },
  });
  const { run: folder, out } = values;
  if (!folder) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-files', wrong: 'no run' }));
  if (!out) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-files', wrong: 'no out' }));
  const which = whichEpisodes(values.episodes);
  const run = await readRun(folder);
  const curves = await curvesOf(run);
  if (Object.keys(curves.vocabularies).length === 0)
    printText(`${folder} has no ${RUN_PATHS.vocabulary}: tokens are shown by their ids.\n`);
  const iterations = which === 'none' ? [] : [...chosenIterations(values.iterations, run)].toSorted((a, b) => a - b);
  const choice: EpisodeChoice = { iterations, which: which === 'none' ? [] : which };
  const html = new RunHtml({ ...curves, name: `${run.document.name}, ${basename(resolve(folder))}`, document: run.document }, choice);
  for (const iteration of iterations) {
    const path = RUN_PATHS.rollout(iteration);
    const episodes = parseEpisodes((await readText(run.files, path)) ?? '', path);
    if (typeof which !== 'string') requireAll(which, iteration, episodes);
    html.add(iteration, episodes);
  }
  if (typeof which !== 'string')
    requireAll(
      which.filter((ref) => !iterations.includes(ref.iteration)),
      null,
      [],
    );
  await writeFileWhole(out, html.finish(await runViewer()).join(''));
  printText(`Wrote ${out}: ${html.readable} episodes to read.\n`, process.stdout);
});

function whichEpisodes(text: string): 'all' | 'extremes' | 'none' | readonly ChosenEpisode[] {
  if (text === 'all' || text === 'extremes' || text === 'none') return text;
  return text.split(',').map((part) => {
    const [, iteration, episode] = /^(\d+)\/(\d+)$/.exec(part.trim()) ?? [];
    if (iteration === undefined || episode === undefined)
      throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-files', wrong: 'episodes', given: text }));
    return { iteration: Number(iteration), episode: Number(episode) };
  });
}

/** Throws for an episode that was asked for and is not there. `iteration`: null for those of iterations that are not kept. */
function requireAll(chosen: readonly ChosenEpisode[], iteration: number | null, episodes: readonly { readonly episode: number }[]): void {
  const missing = chosen.find(
    (ref) => (iteration === null || ref.iteration === iteration) && !episodes.some(({ episode }) => episode === ref.episode),
  );
  if (!missing) return;
  const given = `${missing.iteration}/${missing.episode}`;
  throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'export-files', wrong: 'episode', given, iteration: missing.iteration }));
}
