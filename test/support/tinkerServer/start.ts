/**
 * A stub server as a process of its own, for trying a client by hand: `npx tsx test/support/tinkerServer/start.ts [open-rl|skyrl-jax] [base] [port]`.
 * Ctrl+C ends it.
 */
import { baseFolder, readFolder } from '../../../headless/kit/folders.ts';
import { createWasmExecutor } from '../../../src/engine/executors/wasm/executor.ts';
import { KERNEL_FILES } from '../../../src/engine/executors/wasm/kernels.node.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { loadBase } from '../../../src/session/team/base.ts';
import { EngineNumbers } from './engineNumbers.ts';
import { OPEN_RL } from './openRl.ts';
import { TinkerServer } from './server.ts';
import { SKYRL_JAX } from './skyrlJax.ts';

const [kind = 'open-rl', base = 'micro', port = '0'] = process.argv.slice(2);
const flavour = [OPEN_RL, SKYRL_JAX].find(({ name }) => name === kind);
if (!flavour) throw new Error(`no kind of server “${kind}”: open-rl or skyrl-jax`);
const engine = new LocalEngine(await createWasmExecutor(KERNEL_FILES));
const numbers = new EngineNumbers(engine, loadBase(base, readFolder(baseFolder(base))));
const server = await TinkerServer.start({ flavour, numbers, port: Number(port) });
console.log(`${kind} with ${base}: ${server.url}`);
