/** What a person takes away: the zip is read again, file by file, and compared with what was on screen. */
import { readFileSync } from 'node:fs';
import { filesUnder } from '../../../src/core/formats/files.ts';
import { zipFiles } from '../../../src/core/formats/archive.ts';
import type { HostTensor } from '../../../src/core/formats/safetensors.ts';
import { packFloats, unpackMatrix } from '../../../src/core/weights/packed.ts';
import { formatNumber, formatSigned } from '../../../src/page/kit/figures/format.ts';
import { expect, LONG, test } from '../support/test.ts';
import { readExported, shapesIn } from '../support/exported.ts';
import { smallProject } from '../support/projects.ts';

test('the export holds base, adapters, project, metrics and episodes, and they are what was on screen', async ({ workbench, page }) => {
  const { charts, episodes } = workbench;
  const project = smallProject({ iterations: 3, evaluateEvery: 3, evaluateEpisodes: 2 });
  project.team.agents[1]!.adapter = { rank: 4, alpha: 8, targets: ['q_proj', 'down_proj'], frozen: false, group: '', learningRate: null };
  await workbench.open(project);
  await workbench.trainToTheEnd();

  const download = await workbench.export();
  expect(download.suggestedFilename()).toBe('small-team-run.zip');
  const exported = await readExported(await download.path());

  await test.step('the project is the one that was trained', () => {
    expect(exported.project).toEqual(project);
    expect(exported.run).toMatchObject({ seed: project.training.seed, backend: expect.stringMatching(/(webgpu|webgl|wasm|cpu)$/) });
  });

  await test.step('the base is a Hugging Face folder whose tensors have the shapes its config asks for', () => {
    const config = JSON.parse(new TextDecoder().decode(exported.files['base/config.json']));
    expect(config.architectures).toEqual(['LlamaForCausalLM']);
    expect(Object.keys(exported.files)).toEqual(
      expect.arrayContaining(['base/model.safetensors', 'base/tokenizer.json', 'base/tokenizer_config.json']),
    );
    const shapes = shapesIn(exported.files['base/model.safetensors']!);
    expect(shapes.get('model.embed_tokens.weight')).toEqual([config.vocab_size, config.hidden_size]);
    for (let layer = 0; layer < config.num_hidden_layers; layer += 1) {
      expect(shapes.get(`model.layers.${layer}.self_attn.q_proj.weight`)).toEqual([
        config.num_attention_heads * config.head_dim,
        config.hidden_size,
      ]);
      expect(shapes.get(`model.layers.${layer}.mlp.down_proj.weight`)).toEqual([config.hidden_size, config.intermediate_size]);
    }
  });

  await test.step('each agent has a PEFT folder whose tensors fit its config and the base', () => {
    const base = shapesIn(exported.files['base/model.safetensors']!);
    for (const { role, adapter } of project.team.agents) {
      const config = JSON.parse(new TextDecoder().decode(exported.files[`adapters/${role}/adapter_config.json`]));
      expect(config).toMatchObject({ peft_type: 'LORA', task_type: 'CAUSAL_LM', r: adapter.rank, lora_alpha: adapter.alpha });
      expect([...config.target_modules].sort()).toEqual([...adapter.targets].sort());
      const shapes = shapesIn(exported.files[`adapters/${role}/adapter_model.safetensors`]!);
      const changed = [...base].filter(([name]) => adapter.targets.some((target) => name.endsWith(`.${target}.weight`)));
      expect(shapes.size).toBe(2 * changed.length);
      for (const [name, [out, inputs]] of changed) {
        const path = `base_model.model.${name.replace(/\.weight$/, '')}`;
        expect(shapes.get(`${path}.lora_A.weight`)).toEqual([adapter.rank, inputs]);
        expect(shapes.get(`${path}.lora_B.weight`)).toEqual([out, adapter.rank]);
      }
      const { tensors } = exported.adapters.get(role)!;
      const halves = [...tensors].filter(([name]) => name.endsWith('.lora_B'));
      expect(
        halves.some(([, { data }]) => data.some((value) => value !== 0)),
        `${role} has learned: B is no longer zero`,
      ).toBe(true);
    }
  });

  await test.step('metrics have a line per iteration, and the chart shows their numbers', async () => {
    expect(exported.metrics.map((row) => row['iteration'])).toEqual([0, 1, 2, 3]);
    expect(exported.timing.map((row) => row['iteration'])).toEqual([0, 1, 2, 3]);
    expect(
      exported.metrics.every((row) => !Object.keys(row).some((name) => /^(perf|timing_s)\//.test(name))),
      'no clock in metrics',
    ).toBe(true);
    await charts.showTable('KL to reference');
    const shown = await charts.rows('KL to reference');
    const written = exported.metrics.slice(1).reverse();
    expect(shown.map((row) => formatNumber(row['planner']))).toEqual(
      written.map((row) => formatNumber(Number(row['actor/planner/kl_ref']?.toPrecision(3)))),
    );
  });

  await test.step('the episodes are the ones in the reader, number by number', async () => {
    expect(exported.rollout).toBe(3);
    expect(exported.episodes).toHaveLength(project.training.episodes);
    const [first] = exported.episodes;
    for (const message of first!.messages) {
      for (const key of ['logprobs', 'ref_logprobs', 'values', 'entropies', 'token_rewards', 'advantages', 'returns'] as const) {
        expect(message[key], `${message.role}'s ${key}`).toHaveLength(message.response_ids.length);
      }
    }
    await expect(episodes.transcript).toHaveAccessibleName('Episode 0');
    await expect(episodes.transcript).toContainText(first!.problem);
    await episodes.tokens('solver').first().focus();
    const solver = first!.messages.find((message) => message.role === 'solver')!;
    // They are drawn when there is time.
    await expect
      .poll(() => episodes.tokenNumbers())
      .toMatchObject({
        Advantage: formatSigned(solver.advantages[0]),
        'Advantage (normalised)': formatSigned(solver.receipt!.normalized_advantages[0]),
        Value: formatNumber(solver.values[0]),
        'Log-prob': `${formatNumber(solver.logprobs[0])} nats`,
        'Reference log-prob': `${formatNumber(solver.ref_logprobs[0])} nats`,
        'Token reward': formatNumber(solver.token_rewards[0]),
      });
  });

  await test.step('opened again it is on screen, with its project', async () => {
    await workbench.begin();
    await workbench.importFile('small-team-run.zip', readFileSync(await download.path()));
    await expect(page.getByText('it is at iteration 3')).toBeVisible();
    await expect(workbench.projectName).toHaveValue(project.name);
    await expect(workbench.run).toContainText('3 / 3 · finished');
    await expect(episodes.transcript).toHaveAccessibleName('Episode 0');
  });
});

test('the base with the numbers of q8 is written beside the page, and what ends that worker is told', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  const project = smallProject({ iterations: 1 });
  project.team.weights = 'q8';
  await workbench.open(project);
  await workbench.trainToTheEnd();

  await test.step('where the worker cannot be had the page says so, and that the run is unharmed', async () => {
    await page.route(/\/exports\.worker-[^/]*\.js$/, (route) => route.abort());
    await workbench.button('Export').click();
    const told = page.getByRole('status').filter({ hasText: 'The worker that writes exports stopped' });
    await expect(told).toContainText('The run is unharmed');
    await workbench.button('Close').click();
    await page.unroute(/\/exports\.worker-[^/]*\.js$/);
  });

  await test.step('plain and dequantised, the folders differ in their weights alone', async () => {
    const plain = await readExported(await (await workbench.export()).path());
    const dequantised = await readExported(
      await (await workbench.export(() => page.getByRole('menuitem', { name: 'Export with the dequantised base' }).click())).path(),
    );
    const [name] = plain.bases.keys();
    const [{ sha256: original }] = Object.values(plain.run['bases'] as Record<string, { sha256: string }>) as [{ sha256: string }];
    const said = Object.values(dequantised.run['bases'] as object)[0] as Record<string, unknown>;
    expect(said).toMatchObject({ form: 'q8', original_sha256: original });
    expect(said['sha256']).not.toBe(original);
    const embeddings = (of: typeof plain) => of.bases.get(name!)!.tensors.get('model.embed_tokens.weight') as HostTensor;
    const [given, made] = [embeddings(plain), embeddings(dequantised)];
    expect(made.shape).toEqual(given.shape);
    expect(made.data).toEqual(unpackMatrix(packFloats('q8', given)));
    expect(made.data).not.toEqual(given.data);
  });
});

test('a run is taken away where nothing keeps runs', { tag: LONG }, async ({ workbench, page }) => {
  await page.route(/\/library\.worker-[^/]*\.js$/, (route) => route.abort());
  await page.goto('/');
  await workbench.importFile('project.json', JSON.stringify(smallProject({ iterations: 1 })));
  await workbench.closeMessage();
  await workbench.trainToTheEnd();
  const { metrics } = await readExported(await (await workbench.export()).path());
  expect(metrics.at(-1)).toHaveProperty('iteration', 1);
});

test('the recorded run can be exported, and so can a run that is only paused', { tag: LONG }, async ({ workbench }) => {
  await workbench.open(smallProject());
  await workbench.showRun('Planner and solver (recorded)');
  const recorded = await readExported(await (await workbench.export()).path());
  expect([...recorded.adapters.keys()]).toEqual(['planner', 'solver']);
  expect(recorded.metrics.at(-1)).toHaveProperty('iteration', recorded.project.training.iterations);

  await workbench.button('Step').click();
  await workbench.untilIteration(1);
  await workbench.untilPhase('Paused');
  const paused = await readExported(await (await workbench.export()).path());
  expect(paused.project.name).toBe('Small team');
  expect(paused.metrics.at(-1)).toHaveProperty('iteration', 1);
});

test('an exported run that comes back is a kept run that goes on, and its adapters are what another begins with', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await workbench.open(smallProject({ iterations: 900, checkpointEvery: 1 }));
  await workbench.train();
  await workbench.untilIteration(2);
  await workbench.stop();
  const path = await (await workbench.export()).path();
  const { metrics, files } = await readExported(path);
  const at = Math.max(...metrics.map((row) => row['iteration'] ?? 0));

  await test.step('where nobody saw it before, it stands where it stood', async () => {
    await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      await root.removeEntry('marft-workbench', { recursive: true });
    });
    await page.reload();
    await workbench.importFile('small-team-run.zip', readFileSync(path));
    await expect(page.getByText(`it is at iteration ${at}`)).toBeVisible();
    await expect(workbench.button('Train')).toBeVisible();
    await expect(workbench.run).toContainText(`${at} / 900 · stopped`);
  });

  await test.step('and goes on from there', async () => {
    await page
      .getByRole('button', { name: /^Continue/ })
      .first()
      .click();
    await workbench.untilIteration(at + 1);
    await workbench.stop();
  });

  await test.step('PEFT folders alone are what the next training begins with', async () => {
    const adapters = Object.fromEntries(Object.entries(filesUnder(files, 'adapters')).filter(([name]) => !name.endsWith('.md')));
    await workbench.importFile('adapters.zip', Buffer.from(zipFiles(adapters)));
    await expect(page.getByText('Train begins with the adapters of adapters.zip.')).toBeVisible();
    await workbench.train();
    await workbench.untilIteration(1);
    await workbench.stop();
    const again = await readExported(await (await workbench.export()).path());
    expect(again.run).toMatchObject({ adapters: 'adapters-start' });
    expect(Object.keys(again.files)).toContain('adapters-start/planner/adapter_model.safetensors');
  });
});
