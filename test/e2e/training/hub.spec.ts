/**
 * A base model by its name: looked up, fetched from another origin under cross-origin isolation, stopped, gone on with after a
 * reload, and trained on. The Hub is a local server that speaks its routes; nothing else of the page is changed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { COMMIT, cutAfter, HubServer, type Mishap, TOKEN } from '../../support/hubServer.ts';
import { violations } from '../support/axe.ts';
import { goTo } from '../support/places.ts';
import { smallProject } from '../support/projects.ts';
import { expect, LONG, test } from '../support/test.ts';
import type { Workbench } from '../support/workbench.ts';

const FILES = [
  'config.json',
  'generation_config.json',
  'model.safetensors',
  'special_tokens_map.json',
  'tokenizer.json',
  'tokenizer_config.json',
];
const files = Object.fromEntries(
  FILES.map((path) => [path, new Uint8Array(readFileSync(join(import.meta.dirname, '../../../public/models/micro', path)))]),
);
const weights = files['model.safetensors']!;
const PINNED = `org/micro@${COMMIT}`;
const HUB = 'https://huggingface.co';

/** Never answers: what a reload finds under way. */
const silence: Mishap = (_request, _response, host) => host === 'cdn';

/** Has the page take `server` for the Hub: in its own address of it, and in the policy of the worker that fetches. */
async function standIn(page: Page, server: HubServer): Promise<void> {
  // A page that is answered here is taken for one from afar, which may not ask this computer.
  await page.context().grantPermissions(['local-network-access']);
  await page.route(/^[^?#]*\/(?:#.*)?$/, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    expect(html).toContain(`name="marft-hub" content="${HUB}"`);
    // The page itself may not ask the Hub: its own policy names no other host.
    expect(/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]).toMatch(/connect-src &#39;self&#39; data: blob:;/);
    await route.fulfill({ response, body: html.replace(`content="${HUB}"`, `content="${server.address}"`) });
  });
  await page.route(/\/assets\/hub\.worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': policy = '', ...headers } = response.headers();
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
    expect(policy).toContain(`connect-src 'self' data: blob: ${HUB} https://*.hf.co;`);
    const local = policy.replace(`${HUB} https://*.hf.co`, `${server.address} ${server.cdnAddress}`);
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': local } });
  });
}

/** Opens the dialogue and looks a model up. */
async function lookUp(workbench: Workbench, name: string) {
  const { page } = workbench;
  const dialogue = page.getByRole('dialog', { name: 'From the Hub…' });
  if (!(await dialogue.isVisible())) await workbench.button('From the Hub…').click();
  await dialogue.getByRole('textbox', { name: 'Model' }).fill(name);
  await dialogue.getByRole('button', { name: 'Look up', exact: true }).first().click();
  return dialogue;
}

test('a model of the Hub is fetched by its name, goes on after a reload, and is trained on', { tag: LONG }, async ({ workbench, page }) => {
  const server = await HubServer.start();
  try {
    server.models.set('org/micro', { files, gated: true, licence: 'apache-2.0' });
    await standIn(page, server);
    await workbench.open(smallProject({ iterations: 1 }));
    await goTo(page, 'Training');

    await test.step('what it is like is told before it is fetched, and what it needs', async () => {
      const dialogue = await lookUp(workbench, 'org/micro');
      const found = dialogue.getByRole('group', { name: 'org/micro' });
      await expect(found).toContainText('Licence: apache-2.0');
      await expect(found).toContainText(`Commit ${COMMIT}`);
      await found.getByRole('button', { name: 'Fetch and use' }).click();
      await expect(workbench.problems).toContainText('is given only to those who have agreed to its terms');
      expect(server.fetched()).toEqual([]);
      await expect(dialogue.getByRole('row')).toHaveCount(7);
      await expect(dialogue.getByRole('row', { name: /SmolLM2-1\.7B/ })).toContainText(
        /GB in q4, .* in f32 \(over \d WebAssembly memories, by one worker\)/,
      );
      expect(await violations(page, '[role="dialog"]')).toEqual([]);
    });

    await test.step('what had arrived when the page was left is kept', async () => {
      server.mishaps.push(cutAfter(200_000, weights), silence);
      const dialogue = page.getByRole('dialog', { name: 'From the Hub…' });
      await dialogue.getByLabel('Access token').fill(TOKEN);
      await (await lookUp(workbench, 'org/micro')).getByRole('button', { name: 'Fetch and use' }).click();
      await expect.poll(() => server.seen.at(-1)?.range).toBe('bytes=200000-');
      await page.reload();
      await goTo(page, 'Training');
      await workbench.button('From the Hub…').click();
      // It was in the memory of the page alone.
      await expect(dialogue.getByLabel('Access token')).toHaveValue('');
      await expect(dialogue.getByRole('group', { name: 'Begun and not finished' })).toContainText('217 kB of 528 kB are here');
      await dialogue.getByLabel('Access token').fill(TOKEN);
      await dialogue.getByRole('button', { name: 'Go on with org/micro@ccccccc' }).click();
      await expect(dialogue).toBeHidden();
      await expect(workbench.editors.setting('Base model')).toHaveValue(PINNED);
      expect(server.seen.at(-1)).toMatchObject({ host: 'cdn', range: 'bytes=200000-', token: null, origin: 'null' });
    });

    await test.step('it is trained on, kept, and deleted', async () => {
      await workbench.trainToTheEnd();
      const kept = page.getByRole('group', { name: 'Kept in this browser' });
      await expect(kept).toContainText('528 kB');
      await kept.getByRole('button', { name: new RegExp(`Delete .*${PINNED}`) }).click();
      await expect(kept).toBeHidden();
    });

    await test.step('what is no Hub is told', async () => {
      server.mishaps.push((_request, response) => Boolean(response.end('<html>')));
      await lookUp(workbench, 'org/micro');
      await expect(workbench.problems).toContainText('what answers in the Hub’s place is no Hub');
    });
  } finally {
    await server.stop();
  }
});
