/**
 * The PyTorch peer as the bench sees it. PyTorch is no dependency of this project: a Python that has it is looked for, and
 * without one the rows say so. `PYTHON` names an interpreter, `TORCH_PATH` a folder that holds the package.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Measure, Time } from '../../measure.ts';

export const NO_PYTORCH = 'skipped: PyTorch not found';

export interface PyTorch {
  readonly python: string;
  readonly version: string;
  readonly cuda: boolean;
}

const CANDIDATES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python'];

/** What a Python of the peers is started with. */
export const environment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PYTHONPATH: [process.env['TORCH_PATH'], process.env['PYTHONPATH']].filter(Boolean).join(delimiter),
});

/** The first interpreter that can import torch, and `others`, or null. */
export function findPyTorch(others: readonly string[] = []): PyTorch | null {
  const chosen = process.env['PYTHON'];
  for (const python of chosen ? [chosen] : CANDIDATES) {
    const code = `import ${['torch', ...others].join(', ')}; print(torch.__version__, torch.cuda.is_available())`;
    const { status, stdout } = spawnSync(python, ['-c', code], { env: environment(), encoding: 'utf8' });
    const [version, cuda] = (stdout ?? '').trim().split(' ');
    if (status === 0 && version) return { python, version, cuda: cuda === 'True' };
  }
  return null;
}

/** Settings of twin.py by its option names: `{ hidden: 128, threads: 1 }`. */
export type TwinOptions = Readonly<Record<string, string | number>>;
export type TwinMode = 'update' | 'forward' | 'decode' | 'gemm';

/** Milliseconds of one form (see twin.py). */
export interface TwinTimes {
  readonly wall_median: number;
  readonly wall_min: number;
  readonly cpu_median: number;
  readonly cpu_min: number;
}

export interface TwinLine extends TwinTimes {
  /** The fastest form of computing LoRA. */
  readonly form: string;
  /** The GPU's name or the widest vector instructions used. */
  readonly processor: string;
  readonly version: string;
  readonly gflops?: number;
  readonly forms: Readonly<Record<string, TwinTimes>>;
}

/** A running twin.py: warmed up, its fastest form chosen, one run per call of `measure`. */
export interface Twin {
  readonly line: TwinLine;
  readonly measure: Measure;
  stop(): void;
}

const script = (name: string) => join(import.meta.dirname, name);

/** Starts the peer on one kind of work and waits until it has chosen its form. */
export async function startTwin({ python }: PyTorch, mode: TwinMode, options: TwinOptions): Promise<Twin> {
  const named = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(python, [script('twin.py'), mode, ...named, '--serve'], { env: environment(), stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = linesOf(child);
  const line: TwinLine = JSON.parse(await lines());
  return {
    line,
    async measure(): Promise<Time> {
      child.stdin.write('\n');
      return JSON.parse(await lines());
    },
    stop: () => child.stdin.end(),
  };
}

/** Reads a child's output line by line; rejects when it ends first. */
export function linesOf(child: ChildProcess): () => Promise<string> {
  const iterator = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await iterator.next();
    if (done) throw new Error('the PyTorch peer ended without an answer');
    return value;
  };
}

/** When a goal of the recipe was reached; see recipe.py for the definition. */
export interface RecipeGoal {
  readonly iterations: number;
  readonly wall_s: number;
  readonly cpu_s: number;
}

export interface RecipeLine {
  readonly seed: number;
  readonly threads: number;
  /** Accuracy of the untrained team. */
  readonly start: number;
  readonly '+30': RecipeGoal | null;
  readonly '+50': RecipeGoal | null;
  /** Mean reward of each iteration. */
  readonly rewards: readonly number[];
}

/** The shipped recipe on the base in `folder`, one line per seed. */
export function runRecipe({ python }: PyTorch, folder: string, options: TwinOptions): RecipeLine[] {
  const named = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { status, stdout } = spawnSync(python, [script('recipe.py'), folder, ...named], {
    env: environment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('recipe.py failed');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Whether the peer agrees with a golden case; what it says, or null when it does not. */
export function checkTwin({ python }: PyTorch, folder: string): string | null {
  const { status, stdout } = spawnSync(python, [script('check.py'), folder], {
    env: environment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return status === 0 ? stdout.trim() : null;
}
