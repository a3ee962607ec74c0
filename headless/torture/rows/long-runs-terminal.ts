/** Runs of thousands of iterations in one process of the terminal, whose memory and time an iteration must not grow. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { type Allowed, judged } from '../long/judged.ts';
import { type Sample, samplesSchema } from '../long/samples.ts';
import { inFolder } from '../processes/smallRun.ts';
import { smallProject } from '../processes/terminal.ts';
import type { TortureRow } from '../row.ts';

const ITERATIONS = 5000;

const preset = smallProject().training;
const TEAMS: readonly (readonly [string, Partial<ProjectDocument['training']>])[] = [
  ['with a critic', {}],
  ['in groups, without a critic', { algorithm: 'grpo', groupSize: 2 }],
  ['with a lag', { lag: 1, decoupled: { ...preset.decoupled, enabled: true } }],
];

/** A row's figures and the name of a file are remembered. */
const ALLOWED: Allowed = { step: 'iteration', steps: ITERATIONS, inUse: 1024, held: 4096, slower: 0.1 };

const train = promisify(execFile);

export const row: TortureRow = {
  id: 'long-runs-terminal',
  method: `One process trains ${ITERATIONS} iterations of the smallest team (two agents, two episodes of two messages of two tokens), in turn ${TEAMS.map(([name]) => name).join('; ')}, and writes its run. Every 25 iterations it is measured what is in use right after a collection (JavaScript’s heap and buffers beside it), what the process holds of the machine’s memory, and the time of the processor an iteration. Slopes are by least squares of the means of 20 stretches, with a 95 % interval. A row fails where an interval lies above what an iteration may add: ${ALLOWED.inUse} bytes in use, ${ALLOWED.held} bytes held, or ${ALLOWED.slower * 100} % of the time over the whole run.`,
  source: 'soak tests; Student’s interval of a slope, https://en.wikipedia.org/wiki/Simple_linear_regression',
  codeUnderTest: [
    'src/session',
    'src/engine',
    'src/runs/runFolder.ts',
    'headless/kit/run/trainRun.ts',
    'headless/kit/run/writtenRun.ts',
    'headless/torture/long',
  ],
  goal: TEAMS.length,
  exhausts: 'each of the teams in turn',
  short: [],
  async trial(seed) {
    const [name, training] = TEAMS[(seed - 1) % TEAMS.length] ?? ['', {}];
    const samples = await inFolder(async (folder): Promise<Sample[]> => {
      const project = `${folder}.project.json`;
      const long = { iterations: ITERATIONS, checkpointEvery: 500, evaluateEvery: 0 };
      writeFileSync(project, JSON.stringify(smallProject({ ...long, ...training, seed })));
      const script = fileURLToPath(new URL('../long/longRun.ts', import.meta.url));
      const { stdout } = await train(process.execPath, ['--expose-gc', '--import', 'tsx', script, project, folder], { maxBuffer: 2 ** 26 });
      return samplesSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
    });
    return judged(name, samples, ALLOWED);
  },
};
