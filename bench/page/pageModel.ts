/**
 * `npx tsx bench/page/pageModel.ts DIR [--form q4] [--episodes 2] [--tokens 16] [--iterations 2]`: a folder of a real model's shape
 * (bench/makeModel.ts makes one) in the built page, as a person would: the project *GSM8K duo* is opened, the folder chosen for its
 * base, the team trained. Prints seconds from choosing to where the folder is kept, from Train to the first sampled token and to each
 * iteration, and the memory of the page's renderer process at its highest by then (VmHWM, Linux).
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright';
import { preview } from 'vite';
import { chooseProject } from '../../headless/kit/project.ts';
import { launchOptions } from '../../scripts/testing/browser.ts';
import { rendererMemory } from '../memory/rendererMemory.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    form: { type: 'string', default: 'q4' },
    episodes: { type: 'string', default: '2' },
    tokens: { type: 'string', default: '16' },
    iterations: { type: 'string', default: '2' },
  },
});
const [given] = positionals;
if (given === undefined) throw new Error('give the folder of a model');
const folder = resolve(given);
const [episodes, maxNewTokens, iterations] = [values.episodes, values.tokens, values.iterations].map(Number);

const shipped = chooseProject({ preset: 'gsm8k-duo' });
const project = {
  ...shipped,
  team: {
    ...shipped.team,
    base: basename(folder),
    weights: values.form,
    agents: shipped.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens } })),
  },
  training: { ...shipped.training, episodes, groupSize: episodes, iterations },
};

/** Waits for what the status line says. */
const untilSaid = (page: Page, what: RegExp) =>
  page.waitForFunction((source) => new RegExp(source).test(document.querySelector('footer')?.textContent ?? ''), what.source, {
    timeout: 3_600_000,
    polling: 200,
  });

const root = join(import.meta.dirname, '../..');
const server = await preview({ root, preview: { port: 0 }, logLevel: 'error' });
const profile = await mkdtemp(join(tmpdir(), 'page-model-'));
const context = await chromium.launchPersistentContext(profile, { ...launchOptions(), viewport: { width: 1440, height: 900 } });
try {
  const page = await context.newPage();
  await page.addInitScript('globalThis.__name = (named) => named');
  page.on('pageerror', (error) => console.log(`uncaught: ${error.message}`));
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  await page.getByRole('button', { name: 'Train', exact: true }).waitFor();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Project', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Open…/ }).click();
  await (await chooser).setFiles({ name: 'project.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(project)) });
  const consent = page.getByRole('button', { name: 'Run it', exact: true });
  await consent.or(page.getByText('GSM8K duo').first()).first().waitFor();
  if (await consent.isVisible()) await consent.click();
  await page.getByRole('button', { name: 'Training', exact: true }).click();

  let since = Date.now();
  const told = async (what: string) => {
    console.log(`${what}: ${((Date.now() - since) / 1000).toFixed(1)} s, renderer at most ${(await rendererMemory(profile)).most} MB`);
  };
  await page.getByLabel('Use a folder…').setInputFiles(folder);
  await page.getByRole('button', { name: `Delete “${basename(folder)}” from this browser` }).waitFor({ timeout: 600_000 });
  await told('chosen and kept');
  since = Date.now();
  await page.getByRole('button', { name: 'Train', exact: true }).click();
  await page
    .getByText(/[1-9][\d,]* tokens? sampled/)
    .first()
    .waitFor({ timeout: 600_000 });
  await told('first tokens');
  for (let iteration = 1; iteration <= iterations!; iteration += 1) {
    await untilSaid(page, new RegExp(`iteration ${iteration}/|^(Finished|Failed|Stopped)`));
    await told(`iteration ${iteration}`);
  }
  console.log(await page.locator('footer').innerText());
} finally {
  await context.close();
  await server.close();
  await rm(profile, { recursive: true });
}
