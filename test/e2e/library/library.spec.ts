/** The package as somebody has it: its types, its commands, and the three examples, in Node and in a page of one's own. */
import { readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshLibrary } from '../../../scripts/package/buildLibrary.ts';
import { Consumer, ran, ROOT } from '../support/consumer.ts';
import { started } from '../support/started.ts';
import { expect, LONG, test } from '../support/test.ts';

let consumer: Consumer;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  if (!freshLibrary())
    expect(await ran(ROOT, process.execPath, ['--import', 'tsx', 'scripts/package/buildLibrary.ts'])).toMatchObject({ status: 0 });
  consumer = new Consumer();
  consumer.lay();
});
test.afterAll(() => consumer?.dispose());

const node = (...args: string[]) => ran(consumer.folder, process.execPath, args);

test('the examples run in Node, and every one is short', async () => {
  for (const file of readdirSync(join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(?:mjs|js|html)$/.test(path),
  ))
    expect(
      readFileSync(join(ROOT, 'examples', file), 'utf8')
        .trimEnd()
        .split('\n').length,
      file,
    ).toBeLessThanOrEqual(40);

  await test.step('credit of two tries is what can be worked out by hand', async () => {
    const { status, stdout, stderr } = await node('credit.mjs');
    expect([status, stderr]).toEqual([0, '']);
    // The last token: 1 − 0.9; the one before hands over inside the message: 0.9 − 0.7 + 0.95 · 0.1.
    expect(stdout).toMatch(/gae by token, try 1: .* \| solver 0\.30 0\.10\n/);
    // (1 − ½) / (1/√2): two tries, one paid.
    expect(stdout).toContain('grpo, try 1: planner 0.71 0.71 |');
    expect(stdout).toContain('rloo by agent, try 2: planner -1.00 -1.00 |');
  });

  await test.step('supervised LoRA learns', async () => {
    const { status, stdout, stderr } = await node('supervised-lora.mjs');
    expect([status, stderr]).toEqual([0, '']);
    const losses = [...stdout.matchAll(/step \d+: ([\d.]+) nats/g)].map(([, loss]) => Number(loss));
    expect(losses).toHaveLength(4);
    expect(losses.at(-1)).toBeLessThan(losses[0]! / 10);
  });
});

test('a page of one’s own trains a team, on any host of files and without a bundler', async ({ page }) => {
  symlinkSync(join(consumer.folder, 'node_modules'), join(consumer.folder, 'web-page/node_modules'));
  const own = await page.context().browser()!.newContext();
  const reader = await own.newPage();
  const troubles: string[] = [];
  reader.on('pageerror', (error) => troubles.push(error.message));
  reader.on('response', (response) => response.status() >= 400 && !/favicon/.test(response.url()) && troubles.push(response.url()));
  await reader.goto(await consumer.serve('web-page'));
  await reader.getByRole('button', { name: 'Train' }).click();
  const log = reader.locator('#log');
  await expect(log).toContainText(/iteration 2: reward \d\.\d\d/, { timeout: 60_000 });
  await reader.getByRole('button', { name: 'Stop' }).click();
  const downloading = reader.waitForEvent('download');
  await reader.getByRole('link', { name: 'Download the adapters' }).click();
  expect(
    readFileSync(await (await downloading).path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  expect(await log.textContent()).not.toContain('iteration 40');
  expect(troubles).toEqual([]);
  await own.close();
});

test('the types hold for a consumer, however its compiler finds modules', async () => {
  writeFileSync(join(consumer.folder, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(
    join(consumer.folder, 'typed.ts'),
    `import { creditTrajectories, type ProjectDocument, presetDocument, supervisedObjective } from 'marft-workbench/core';
import { loadBase, openEngine, scoreForTraining, type Engine } from 'marft-workbench/engine';
import { openSession, type OpenedTraining } from 'marft-workbench/session';
const document: ProjectDocument = presetDocument('micro');
const roles: string[] = document.team.agents.map(({ role }) => role);
const training: OpenedTraining = await openSession(document, { device: 'wasm', onEvent: (event) => event.type === 'notice' && roles.push(event.code) });
for await (const { metrics, episodes } of training.train(1)) console.log(metrics['reward/mean']!.toFixed(), episodes[0]!.messages[0]!.text);
const { engine }: { engine: Engine } = await openEngine();
const base = await loadBase('micro', { form: 'q4' });
const pass = await scoreForTraining(engine, base.config, [], [{ ids: base.tokenizer.encode('a b'), first: 1, slot: -1, temperature: 1 }]);
const loss: number = supervisedObjective(pass).loss;
// @ts-expect-error: there is no such device
await openSession(document, { device: 'abacus' });
// @ts-expect-error: an advantage is a number
const word: string = creditTrajectories([])[0]!.advantages[0]![0]!;
console.log(loss, word);
`,
  );
  const strict = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom,dom.iterable',
    '--types',
    '',
    '--skipLibCheck',
    'false',
  ];
  for (const [module, resolution] of [
    ['esnext', 'bundler'],
    ['nodenext', 'nodenext'],
  ] as const) {
    const found = await node(
      join(ROOT, 'node_modules/typescript/bin/tsc'),
      ...strict,
      '--module',
      module,
      '--moduleResolution',
      resolution,
      'typed.ts',
    );
    expect(found, resolution).toEqual({ status: 0, stdout: '', stderr: '' });
  }
});

test('marft says what it can, and runs its commands without anything else installed', async () => {
  const marft = (...args: string[]) => node('node_modules/marft-workbench/scripts/marft.mjs', ...args);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
  expect(await marft('--version')).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  expect((await marft('trian')).stderr).toContain('Did you mean “marft train”?');
  const refused = await marft('evaluate');
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('npx marft evaluate --run DIR')]);
  const trained = await marft('train', '--preset', 'micro', '--iterations', '1', '--workers', '2', '--out', 'run');
  expect(trained, trained.stderr).toMatchObject({ status: 0 });
  const measured = await marft('evaluate', '--run', 'run', '--episodes', '8', '--greedy', '--json');
  expect(JSON.parse(measured.stdout)).toMatchObject({ checkpoint: 1, problems: 8, backend: 'wasm' });
  const info = JSON.parse(readFileSync(join(consumer.folder, 'run/run.json'), 'utf8')) as object;
  expect(info).toMatchObject({ build: version, workers: 2, versions: { '@tensorflow/tfjs': expect.any(String) } });
  const path = (below: string): string => join(consumer.folder, below);
  const opened = await started(
    [path('node_modules/marft-workbench/scripts/marft.mjs'), 'open', path('run')],
    /http:\/\/localhost:\d+\/\S*(?=\s)/,
    {
      PORT: '4740',
      BROWSER: 'none',
    },
  );
  try {
    expect(await (await fetch(opened.said)).text()).toContain('<title>MARFT Workbench</title>');
    const key = new URL(opened.said).searchParams.get('open');
    const list = (await (await fetch(new URL(`/open/${key}/list.json`, opened.said))).json()) as {
      readonly files: readonly { readonly path: string }[];
    };
    expect(list.files.map((file) => file.path)).toContain('metrics.jsonl');
  } finally {
    await opened.end();
  }
});

test('the package as npm packs it is installed without a network', { tag: LONG }, async () => {
  test.setTimeout(300_000);
  const packed = await ran(ROOT, 'npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', consumer.folder]);
  const [{ filename, size }] = JSON.parse(packed.stdout) as [{ readonly filename: string; readonly size: number }];
  const said = Number(/about (\d+) MB, \d+ MB unpacked/.exec(readFileSync(join(ROOT, 'docs/library.md'), 'utf8'))?.[1]);
  expect(Math.abs(size / 1e6 - said), `MB that docs/library.md is wrong about, of ${size} bytes`).toBeLessThan(2);
  renameSync(join(consumer.folder, 'node_modules'), join(consumer.folder, 'laid'));
  expect(await ran(consumer.folder, 'npm', ['install', '--offline', '--no-audit', `./${filename}`])).toMatchObject({ status: 0 });
  expect(await ran(consumer.folder, 'npx', ['marft', 'train', '--iterations', '1', '--json'])).toMatchObject({ status: 0 });
  expect(await node('credit.mjs')).toMatchObject({ status: 0 });
});
