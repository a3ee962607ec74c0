/** A project is exported for verifiers: what is left behind is told first, and the host in the zip plays an episode. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { unzipFiles } from '../../../src/core/formats/archive.ts';
import { violations } from '../support/axe.ts';
import { smallProject } from '../support/projects.ts';
import { expect, test, LONG } from '../support/test.ts';

test('a package for verifiers says what is left behind, and its host plays the team', { tag: LONG }, async ({ workbench, page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  const dialogue = page.getByRole('dialog', { name: 'Export as a verifiers environment' });

  await test.step('one policy is said, and each loss leads to its setting', async () => {
    await workbench.open(smallProject({ entropyCoef: 0.01 }));
    await workbench.projectMenu(/^Export as a verifiers environment…/);
    await expect(dialogue.getByText('It trains one shared policy.', { exact: false })).toBeVisible();
    expect(await violations(page, '[role=dialog]')).toEqual([]);
    await dialogue.getByRole('button', { name: /^Change it: prime-rl’s loss has no entropy bonus/ }).click();
    await expect(dialogue).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Entropy bonus', exact: false }).first()).toBeFocused();
  });

  const folder = await mkdtemp(join(tmpdir(), 'marft-verifiers-'));
  try {
    await test.step('with the keyboard, in a narrow window, the zip is downloaded', async () => {
      await page.setViewportSize({ width: 390, height: 800 });
      await workbench.projectMenu(/^Export as a verifiers environment…/);
      const button = dialogue.getByRole('button', { name: 'Download the package' });
      await button.scrollIntoViewIfNeeded();
      const { scrollWidth, clientWidth } = await dialogue.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
      expect(fetched, 'the host is fetched when it is wanted').not.toContain('/verifiers.tgz');
      const downloading = page.waitForEvent('download');
      await button.focus();
      await page.keyboard.press('Enter');
      const download = await downloading;
      expect(download.suggestedFilename()).toBe('marft-small-team-verifiers.zip');
      await expect(dialogue.getByRole('status')).toContainText('is in your downloads');
      for (const [path, bytes] of Object.entries(unzipFiles(new Uint8Array(await readFile(await download.path()))))) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), bytes);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    });

    await test.step('the host in it plays an episode to its end', async () => {
      const inside = join(folder, 'marft-small-team', 'marft_small_team');
      const [problem = ''] = (await readFile(join(inside, 'problems.jsonl'), 'utf8')).split('\n');
      const host = spawn(process.execPath, [join(inside, 'env_host.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
      const lines = createInterface({ input: host.stdout })[Symbol.asyncIterator]();
      const next = async () => JSON.parse((await lines.next()).value as string);
      const ask = async (call: object) => {
        host.stdin.write(`${JSON.stringify({ protocol: 1, id: 1, calls: [call] })}\n`);
        return (await next()).answers[0].ok;
      };
      expect((await next()).hello.project).toBe(smallProject().name);
      let standing = await ask({ do: 'open', split: 'train', index: JSON.parse(problem).index });
      const speakers: string[] = [];
      while (standing.end === null) {
        speakers.push(...standing.asks.map(({ role }: { role: string }) => role));
        const said = standing.asks.map(({ index }: { index: number }) => ({ index, text: '1' }));
        standing = await ask({ do: 'say', episode: standing.episode, said });
      }
      expect(speakers).toEqual(smallProject().team.agents.map(({ role }) => role));
      expect(standing.end.messages).toHaveLength(speakers.length);
      expect(Number.isFinite(standing.end.reward)).toBe(true);
      const ended = new Promise((resolve) => host.once('exit', resolve));
      host.stdin.end();
      expect(await ended).toBe(0);
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
