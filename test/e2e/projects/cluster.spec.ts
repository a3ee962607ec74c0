/** A project is taken to a cluster: what a server would refuse is told first, and the zip has what its README speaks of. */
import { readFile } from 'node:fs/promises';
import { unzipFiles } from '../../../src/core/formats/archive.ts';
import { readModelFolder } from '../../../src/core/formats/models/hf.ts';
import { parseDocument } from '../../../src/core/document/parse.ts';
import { filesUnder } from '../../../src/core/formats/files.ts';
import { readTarGz } from '../../../src/core/formats/tar.ts';
import { violations } from '../support/axe.ts';
import { smallProject } from '../support/projects.ts';
import { expect, LONG, test } from '../support/test.ts';

test('a job for a cluster says what is refused, leads to what replaces it, and holds everything that starts it', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  const project = smallProject({ entropyCoef: 0.01 });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await workbench.open(project);
  const dialogue = page.getByRole('dialog', { name: 'Take it to a cluster' });

  await test.step('refusals are told before anything is written, each with the way to its setting', async () => {
    await workbench.projectMenu(/^Take it to a cluster…/);
    await expect(dialogue.getByRole('radio', { name: 'SkyRL with Megatron on Ray' })).toBeChecked();
    await expect(dialogue.getByText('This server has α = 32', { exact: false })).toHaveCount(2);
    await expect(dialogue.getByRole('button', { name: 'Download it anyway' })).toBeEnabled();
    expect(await violations(page, '[role=dialog]')).toEqual([]);
    await dialogue.getByRole('button', { name: /^Change it: A Tinker server returns no distributions/ }).click();
    await expect(dialogue).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Entropy bonus', exact: false }).first()).toBeFocused();
  });

  await test.step('with the keyboard, and in a narrow window', async () => {
    await workbench.importFile('project.json', JSON.stringify(smallProject()));
    await workbench.closeMessage();
    await workbench.projectMenu(/^Take it to a cluster…/);
    await dialogue.getByRole('radio', { name: 'SkyRL with Megatron on Ray' }).focus();
    await page.keyboard.press('ArrowUp');
    await expect(dialogue.getByRole('radio', { name: 'open-rl' })).toBeChecked();
    await expect(dialogue.getByRole('list')).toBeHidden();
    await page.setViewportSize({ width: 400, height: 800 });
    await dialogue.getByRole('button', { name: 'Download the job' }).scrollIntoViewIfNeeded();
    const { scrollWidth, clientWidth } = await dialogue.evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(fetched, 'our terminal is fetched when it is wanted').not.toContain('/terminal.tgz');
  });

  await test.step('the zip has project, base, terminal, servers and what to type', async () => {
    const downloading = page.waitForEvent('download');
    await dialogue.getByRole('button', { name: 'Download the job' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('small-team-job.zip');
    await expect(dialogue.getByRole('status')).toContainText('is in your downloads');
    const files = unzipFiles(new Uint8Array(await readFile(await download.path())));
    const text = (path: string) => new TextDecoder().decode(files[path]);
    expect(parseDocument(text('job/project.json'))).toEqual(smallProject());
    expect(readModelFolder(filesUnder(files, 'job/base'), 'base').config.modelType).toBe('llama');
    const terminal = readTarGz(files['job/terminal.tgz'] ?? new Uint8Array());
    expect(Object.keys(terminal)).toEqual(
      expect.arrayContaining(['terminal/package.json', 'terminal/package-lock.json', 'terminal/headless/commands/train.ts']),
    );
    expect(text('job/README.md')).toContain('sh servers/open-rl.sh');
    expect(text('job/README.md')).toContain('npm run train -- ../project.json --engine tinker --url http://127.0.0.1:9003 --out ../run');
    expect(text('job/MAPPING.md')).toContain('| `training.learningRate` |');
    expect(text('job/COST.md')).toContain('NVIDIA H100 SXM');
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['job/servers/skyrl-jax.sh', 'job/skypilot.yaml', 'job/Dockerfile']));
  });
});
