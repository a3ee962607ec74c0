/** Environment programs that nobody wrote: the host stays as it is, the same comes out twice, and nothing is left for the next. */
import type { EnvironmentInfo } from '../../../src/core/environment/contract.ts';
import { checkProperties } from '../../../src/core/trial/properties.ts';
import { environmentSource } from '../../../src/environments/source.node.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import type { QuickJsSandbox } from '../../../src/session/sandbox/sandbox.ts';
import { hostGraph } from '../../../test/support/hostGraph.ts';
import { draws } from '../draws.ts';
import { otherwiseLater, played } from '../guests/played.ts';
import { guestProgram } from '../guests/program.ts';
import type { TortureRow, TrialOutcome } from '../row.ts';

/** What is counted ends a program, not the clock: a clock would end the same program at two places. */
const LIMITS = { ticks: 200_000, work: 20_000_000, memoryBytes: 32 * 2 ** 20, milliseconds: 60_000 };

/** A text that is on the host alone. */
const CANARY = 'what-only-the-host-knows';
const HOST = /what-only-the-host-knows|node_modules|node:internal|\.wasm|RuntimeError|\/src\/|file:\/\//;

/** What all trials of a process are held against. */
interface Witness {
  readonly sandbox: QuickJsSandbox;
  readonly good: string;
  readonly expected: string;
  readonly host: ReadonlyMap<string, unknown>;
}

let witness: Promise<Witness> | undefined;

async function makeWitness(): Promise<Witness> {
  Object.assign(globalThis, { tortureCanary: CANARY });
  // Node makes some of its globals when they are first read.
  for (const key of Reflect.ownKeys(globalThis)) Reflect.get(globalThis, key);
  const good = environmentSource('arithmetic');
  const sandbox = createSandbox({ limits: LIMITS });
  const { said } = await played(sandbox, good);
  return { sandbox, good, expected: said, host: hostGraph() };
}

/** Whether the checks beside the editor say that calls depend on what was called before. */
async function toldByChecks(sandbox: QuickJsSandbox, info: EnvironmentInfo): Promise<boolean> {
  const reports = await checkProperties(sandbox, info, ['solver'], 1);
  return reports.some(({ property, ok }) => !ok && (property === 'deterministic' || property === 'keeps_nothing'));
}

function failed(what: string, source: string): TrialOutcome {
  return { kind: 'failed', what: `${what} ${source.slice(0, 400)}` };
}

export const row: TortureRow = {
  id: 'environments',
  method:
    'A program drawn from a grammar over the whole environment contract (getters, proxies, toJSON, promises, generators, regular expressions, sizes, names of the outside, writes to what is shared) is loaded and every hook of it called in two episodes, twice in sandboxes of their own. Both must come to the same results, faults, printed lines and ticks; where it plays to its end, each episode is played twice more, behind the other and behind itself, and comes to the same: a program that keeps something between calls, as one in five tries to, must have been refused when it was loaded (E_ENV_STATE), or, where that shows after more calls than are made then, the checks beside the editor must tell; texts must be bounded and name nothing of the host; afterwards every global of the host is the object that it was, and a good environment plays the same in the attacked sandbox. At most 500 MB and 5 s of the processor, of which a trial took up to two and a half beside three other rows.',
  source: 'Csmith’s grammar-driven programs and fuzzilli, https://github.com/googleprojectzero/fuzzilli',
  codeUnderTest: ['src/session/sandbox', 'src/core/environment', 'headless/torture/guests', 'headless/torture/draws.ts'],
  packages: ['@jitl/quickjs-wasmfile-release-sync', 'quickjs-emscripten-core'],
  goal: 10_000,
  short: Array.from({ length: 24 }, (_, index) => index + 1),
  bounds: { milliseconds: 5_000, megabytes: 500 },
  async trial(seed) {
    const { good, expected, host } = await (witness ??= makeWitness());
    const source = guestProgram(draws(seed, 'environments'));
    const [first, second] = [createSandbox({ limits: LIMITS }), createSandbox({ limits: LIMITS })];
    try {
      const once = await played(first, source);
      const twice = await played(second, source);
      const later = once.info && once.ended === 'played' ? await otherwiseLater(first, once.info, once.episodes) : null;
      if (later !== null && once.info && !(await toldByChecks(first, once.info)))
        return failed(`It keeps something, and neither loading it nor the checks tell: ${later}.`, source);
      if (once.said !== twice.said) return failed(`It was ${once.said.slice(0, 200)} and then ${twice.said.slice(0, 200)}.`, source);
      const told = HOST.exec(once.said.replaceAll('tortureCanary', ''))?.[0];
      if (told !== undefined) return failed(`It told “${told}” of the host.`, source);
      if (once.said.length > 4_000_000 || once.lines.length > 201 || once.lines.some(({ length }) => length > 2_049))
        return failed(`It said ${once.said.length} characters, ${once.lines.length} lines.`, source);
      const now = hostGraph();
      const other = [...now].find(([name, value]) => !host.has(name) || host.get(name) !== value)?.[0];
      if (other !== undefined || now.size !== host.size) return failed(`${other ?? 'Something'} of the host is another.`, source);
      const after = await played(first, good);
      if (after.said !== expected) return failed('A good environment played otherwise after it.', source);
      return { kind: 'survived', note: later === null ? once.ended : 'played, and the checks tell that it keeps something' };
    } finally {
      await first.dispose();
      await second.dispose();
    }
  },
  async close() {
    await (await witness)?.sandbox.dispose();
    witness = undefined;
  },
};
