/** The terminal as whoever has the package starts it: `dist-library/node/marft.js` in processes of their own, and a run small enough to be trained often. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import { documentSchema, type ProjectDocument } from '../../../src/core/document/schema.ts';
import { environmentSource } from '../../../src/environments/source.node.ts';
import { projectRoot } from '../../kit/folders.ts';

export const ITERATIONS = 8;
/** A checkpoint is due behind every second iteration. */
export const EVERY = 2;

/** Planner and solver on the smallest base: two episodes an iteration, of messages of two tokens; evaluated twice. */
export function smallProject(training: Partial<ProjectDocument['training']> = {}): ProjectDocument {
  const preset = PRESETS.micro.project({ source: environmentSource('arithmetic') });
  const agents = preset.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 2 } }));
  const small = { iterations: ITERATIONS, checkpointEvery: EVERY, episodes: 2, epochs: 1, evaluateEvery: 4, evaluateEpisodes: 2 };
  return documentSchema.parse({
    ...preset,
    team: { ...preset.team, agents },
    training: { ...preset.training, ...small, turned: { ...preset.training.turned, every: 0 }, ...training },
  });
}

/** Writes the project beside `folder` and says how a run of it is begun there. */
export function beginning(folder: string): readonly string[] {
  const project = `${folder}.project.json`;
  writeFileSync(project, JSON.stringify(smallProject()));
  return ['train', project, '--out', folder, ...ENGINE];
}
export const goingOn = (folder: string): readonly string[] => ['train', '--resume', '--out', folder, ...ENGINE];
const ENGINE = ['--backend', 'wasm', '--workers', '1', '--json'] as const;

/** What a busy machine may need for what takes seconds, milliseconds. */
const PATIENCE = 600_000;

export interface Ended {
  /** The exit code, or the signal that ended it. */
  readonly by: number | NodeJS.Signals;
  /** From its start, milliseconds. */
  readonly milliseconds: number;
  /** Iterations of the rows that it told, in order. */
  readonly rows: readonly number[];
  /** Codes of what it said, in order, and of the fault that ended it. */
  readonly codes: readonly string[];
  /** Iterations whose episodes it said are missing. */
  readonly missing: readonly number[];
  /** All that it printed. */
  readonly printed: string;
}

export interface Terminal {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
}

let program: string | undefined;

/** Starts a command of the built package, which is built where the sources are newer. */
export function terminal(args: readonly string[]): Terminal {
  if (program === undefined) {
    execFileSync(process.execPath, ['--import', 'tsx', join(projectRoot, 'scripts/package/buildLibrary.ts'), '--if-stale'], {
      cwd: projectRoot,
    });
    program = join(projectRoot, 'dist-library/node/marft.js');
  }
  const started = performance.now();
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, complaint] = ['', ''];
  child.stdout.on('data', (data) => (out += String(data)));
  child.stderr.on('data', (data) => (complaint += String(data)));
  const ended = new Promise<Ended>((resolve, reject) => {
    const patience = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`it does not end: ${(out + complaint).slice(-400)}`));
    }, PATIENCE);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      clearTimeout(patience);
      const lines = out.split('\n').slice(0, -1).map(lineOf);
      const faults = [...complaint.matchAll(/^error (E_\w+)/gm)].flatMap(([, fault = '']) => fault);
      resolve({
        by: signal ?? code ?? -1,
        milliseconds: performance.now() - started,
        rows: lines.flatMap(({ iteration, notice, warning }) => ((notice ?? warning) ? [] : (iteration ?? []))),
        codes: [...lines.flatMap(({ notice }) => notice ?? []), ...faults],
        missing: lines.flatMap(({ notice, message = '' }) =>
          notice === 'rollout_missing' ? Number(/rollouts\/(\d+)/.exec(message)?.[1]) : [],
        ),
        printed: out + complaint,
      });
    });
  });
  return { process: child, ended };
}

interface Line {
  readonly iteration?: number;
  readonly notice?: string;
  readonly warning?: string;
  readonly message?: string;
}

const lineOf = (text: string): Line => (text.startsWith('{') ? (JSON.parse(text) as Line) : {});

/** What decides how a training process of the terminal begins, writes, ends and goes on, for a row's `codeUnderTest`. */
export const TERMINAL_CODE: readonly string[] = [
  'src/runs/fileSystem.ts',
  'src/runs/runFolder.ts',
  'src/runs/wholeFile.ts',
  'src/runs/eventFile.ts',
  'src/runs/soundCheckpoint.ts',
  'src/runs/storedRun.ts',
  'src/core/formats/checksums.ts',
  'src/session/run/checkpoint.ts',
  'headless/commands/train.ts',
  'headless/kit/console.ts',
  'headless/kit/nodeFileSystem.ts',
  'headless/kit/run',
  'headless/torture/processes/smallRun.ts',
  'headless/torture/processes/terminal.ts',
];
