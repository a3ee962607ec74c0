/** Graphics devices that are taken away while a run is trained on them. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { RUN_PATHS } from '../../../src/core/formats/runPaths.ts';
import { prepareVulkan } from '../../../scripts/testing/vulkan.ts';
import { MOST_IN_AN_ITERATION, type Told } from '../device/told.ts';
import { draws } from '../draws.ts';
import { contentsOf, inFolder } from '../processes/smallRun.ts';
import { smallProject } from '../processes/terminal.ts';
import type { TortureRow } from '../row.ts';
import { codesOf, differences } from '../runs/outcomes.ts';

/** In a trial; the goal of fifty is reached by 25. */
const LOSSES = 2;

const train = promisify(execFile);

interface Trained extends Told {
  readonly contents: ReadonlyMap<string, string>;
}

/** Trains the run in a process of its own whose device is lost behind so many submissions each. */
const trained = (gaps: readonly number[]): Promise<Trained> =>
  inFolder(async (folder) => {
    prepareVulkan();
    const project = `${folder}.project.json`;
    writeFileSync(project, JSON.stringify(smallProject({ iterations: 4, evaluateEvery: 0 })));
    const script = fileURLToPath(new URL('../device/losingRun.ts', import.meta.url));
    const { stdout } = await train(process.execPath, ['--import', 'tsx', script, project, folder, gaps.join(',')]);
    const contents = await contentsOf(folder);
    // It names the commit of the sources, which a campaign that goes on changes.
    contents.delete(RUN_PATHS.run);
    return { ...(JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Told), contents };
  });
let whole: Promise<Trained> | undefined;

export const row: TortureRow = {
  id: 'device-losses',
  method: `A small run is trained on WebGPU (Dawn in Node, on a software adapter), and its device is destroyed ${LOSSES} times, behind submissions that are uniform over those of the run, at most ${MOST_IN_AN_ITERATION} times in an iteration: a third in a row and the run would go on on WebAssembly, which is other arithmetic. Each time it says so, opens another device and computes the iteration anew, by itself; at its end it is, byte for byte, a run that nothing happened to.`,
  source: 'the WebGPU specification, https://www.w3.org/TR/webgpu/#lose-the-device, and Chromium’s `about:gpucrash`',
  codeUnderTest: [
    'src/session/run/lasting.ts',
    'src/session/run/point.ts',
    'src/engine/executors/webgpu',
    'headless/torture/device',
    'headless/torture/processes/smallRun.ts',
    'headless/torture/processes/terminal.ts',
  ],
  packages: ['webgpu'],
  goal: 25,
  short: [],
  async trial(seed) {
    const { submissions, contents } = await (whole ??= trained([]));
    const draw = draws(seed, 'device-losses');
    const points = Array.from({ length: LOSSES }, () => 1 + draw.below(submissions)).sort((a, b) => a - b);
    const run = await trained(points.map((point, index) => Math.max(1, point - (points[index - 1] ?? 0))));
    const said = run.notices.filter((code) => code === 'device_lost').length;
    if (run.backend !== 'webgpu') return { kind: 'failed', what: `it ended on ${run.backend}` };
    if (said !== run.lost) return { kind: 'failed', what: `${run.lost} devices were lost, and it said so ${said} times` };
    const wrong = differences(run.contents, contents);
    if (wrong.length > 0)
      return { kind: 'failed', what: `lost behind ${points.join(', ')} of ${submissions} submissions: ${codesOf(wrong)}` };
    return { kind: 'survived', note: `${run.lost} devices lost and made up for` };
  },
};
