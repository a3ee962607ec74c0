/**
 * A whole iteration of the project gsm8k-duo, 16 episodes × 2 agents × 128 tokens, against one process of transformers and peft that
 * does the same work. The model has SmolLM2-135M's shape cut to a few layers and random weights, so nearly every message takes all
 * its tokens; the reward is changed to one that random text sometimes earns, or there would be nothing to learn from.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { basesFrom } from '../../../headless/kit/bases.ts';
import { openSession } from '../../../headless/kit/host.ts';
import { chooseProject } from '../../../headless/kit/project.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import type { IterationResult } from '../../../src/session/events.ts';
import { compare, timing } from '../../measure.ts';
import { findTransformers, NO_TRANSFORMERS, startPeer } from '../../peers/transformers/transformers.ts';
import { tried } from '../../realModels.ts';
import { ms, report, type Row, shown } from '../../rows.ts';
import { shapedAdapter, SMOLLM_135M } from '../../shapes.ts';

const LAYERS = tried(6, 2);
const NEW_TOKENS = tried(128, 8);
const ROUNDS = tried(2, 1);
const THREADS = 2;
/** Messages that the peer differentiates together: fewer take longer, more too, for their logits leave the caches. */
const BATCH = 8;
/** Begins the names of an iteration's parts in its timing. */
const SECONDS = 'timing_s/';

function projectOf(): ProjectDocument {
  const shipped = chooseProject({ preset: 'gsm8k-duo', seed: 1 });
  const agents = shipped.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: NEW_TOKENS } }));
  const source = shipped.environment.source.replace('Number(gradeMath(text, state.answer))', 'text.length % 2');
  if (source === shipped.environment.source) throw new Error('the environment of gsm8k-duo pays its reward otherwise');
  return { ...shipped, team: { ...shipped.team, agents }, environment: { ...shipped.environment, source } };
}

/** Of each agent, how long its prompts and answers were. */
function lengthsIn({ episodes }: IterationResult, { team }: ProjectDocument): (readonly [number, number])[][] {
  return team.agents.map(({ role }) =>
    episodes.flatMap(({ messages }) =>
      messages
        .filter((message) => message.role === role)
        .map((message) => [message.prompt_ids.length, message.response_ids.length] as const),
    ),
  );
}

const found = findTransformers();
const rows: Row[] = [];
if (!found) process.stderr.write(`${NO_TRANSFORMERS}\n`);
else {
  const folder = mkdtempSync(join(tmpdir(), 'marft-bench-'));
  try {
    rows.push(await measure(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
report(rows);

async function measure(folder: string): Promise<Row> {
  const script = join(import.meta.dirname, '../../makeModel.ts');
  const made = spawnSync(process.execPath, ['--import', 'tsx', script, 'smollm2-135m', folder, String(LAYERS)], { stdio: 'inherit' });
  if (made.status !== 0) throw new Error('no model could be made');
  const document = projectOf();
  const bases = basesFrom([`${document.team.base}=${folder}`]);
  const { session } = await openSession(document, 'wasm', undefined, { workers: THREADS, bases });
  const messages = lengthsIn(await session.iterate(), document);

  const config = { ...SMOLLM_135M, layers: LAYERS };
  const adapters = document.team.agents.map(({ role }) => role);
  const targets = document.team.agents[0]?.adapter.targets;
  const peer = await startPeer(found!, config, shapedAdapter(config, 'agent', targets), {
    threads: THREADS,
    rows: messages[0]?.length ?? 0,
    adapters,
    messages,
    batch: BATCH,
  });
  const parts: Record<string, number> = {};
  const ours = timing(async () => {
    const { timing: took } = await session.iterate();
    for (const [name, value] of Object.entries(took)) if (name.startsWith(SECONDS)) parts[name.slice(SECONDS.length)] = Number(value);
  });
  const { ratio, wall } = await compare(peer.measure('iteration'), ours, ROUNDS, tried(1, 0));
  peer.stop();
  session.dispose();
  session.engine.dispose();
  const tokens = messages.flat().reduce((sum, [, answer]) => sum + answer, 0);
  return {
    path: 'end to end, two workers, q8',
    measure: `gsm8k-duo, SmolLM2-135M, ${LAYERS} of ${SMOLLM_135M.layers} layers, ${messages[0]?.length} episodes × 2 agents × ≤ ${NEW_TOKENS} tokens: iteration against one process of transformers and peft in f32, two threads`,
    value: ratio.wall,
    unit: '×',
    target: '≤ 1.0',
    detail: `${ms(wall[1].median)} against ${ms(wall[0].median)}; ${tokens} tokens sampled by us in the iteration before, as many by the peer in each; ${spoken(parts)}; ${peer.versions}`,
  };
}

function spoken(parts: Readonly<Record<string, number>>): string {
  return Object.entries(parts)
    .map(([name, seconds]) => `${name} ${shown(seconds)} s`)
    .join(', ');
}
