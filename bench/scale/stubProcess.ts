/** A stub server that answers at once, as a process of its own: says its address, and ends with its parent. */
import { SeededNumbers } from '../../test/support/tinkerServer/seededNumbers.ts';
import { TinkerServer } from '../../test/support/tinkerServer/server.ts';
import { SKYRL_JAX } from '../../test/support/tinkerServer/skyrlJax.ts';
import { SAMPLED } from './team.ts';

const numbers = new SeededNumbers({ base: 'micro', ...SAMPLED });
const server = await TinkerServer.start({ flavour: SKYRL_JAX, numbers, samplesBeside: true, forgetsBodies: true });
process.stdout.write(`${server.url}\n`);
const sizes = new Map<string, { calls: number; bytes: number }>();
// Asked for by a line on its input: what has arrived since the last one.
process.stdin.on('data', () => {
  for (const { endpoint, bytes } of server.log.splice(0)) {
    const { calls = 0, bytes: before = 0 } = sizes.get(endpoint) ?? {};
    sizes.set(endpoint, { calls: calls + 1, bytes: before + bytes });
  }
  process.stdout.write(`${JSON.stringify(Object.fromEntries(sizes))}\n`);
  sizes.clear();
});
process.stdin.on('end', () => process.exit());
