/** What the sandbox tests share: small modules and a way to catch faults. */
import { type Fault, FaultError } from '../../../../src/core/faults.ts';
import type { ResetRequest, StepRequest } from '../../../../src/core/environment/contract.ts';
import type { SandboxLimits } from '../../../../src/core/environment/limits.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';

export const RESET: ResetRequest = { seed: 1, split: 'train', index: 0, randomKey: [11, 22] };
export const STEP: StepRequest = { state: { n: 1 }, messages: [{ role: 'solver', text: '=72', turn: 0 }], randomKey: [33, 44] };

/** Small limits, so that what never ends ends soon. */
export const QUICK: Partial<SandboxLimits> = { ticks: 200_000 };

interface Parts {
  readonly top?: string;
  readonly reset?: string;
  readonly step?: string;
  readonly more?: string;
}

/** A sound module in which single parts are replaced by something worse. */
export function moduleWith({ top = '', reset = "return { state: { n: 1 }, observation: 'go' };", step, more = '' }: Parts = {}): string {
  const sound = "return { state, observation: 'go', reward: 1, terminated: true, truncated: false };";
  return `${top}\nexport default { name: 'T', description: 'd',\nreset({ seed, split, index, random }) { ${reset} },\nstep({ state, messages, random }) { ${step ?? sound} },\n${more} };\n`;
}

/** The same with single fields of `step`'s result replaced, each by an expression. */
export function moduleWithStep(fields: Record<string, string>, top = ''): string {
  const all: Record<string, string> = {
    state: 'state',
    observation: "'go'",
    reward: '1',
    terminated: 'true',
    truncated: 'false',
    ...fields,
  };
  const listed = Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  return moduleWith({ top, step: `return { ${listed.join(', ')} };` });
}

/** The fault that `work` rejects with. */
export async function faultOf(work: () => Promise<unknown>): Promise<Fault> {
  try {
    await work();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** Loads `source` and makes one call of `reset` and `step`; the fault of whichever fails first. */
export function faultOfModule(source: string, limits: Partial<SandboxLimits> = QUICK): Promise<Fault> {
  return faultOf(async () => {
    const sandbox = createSandbox({ limits });
    try {
      await sandbox.load(source);
      const [begun] = await sandbox.reset([RESET]);
      await sandbox.step([{ ...STEP, state: begun!.state }]);
    } finally {
      await sandbox.dispose();
    }
  });
}
