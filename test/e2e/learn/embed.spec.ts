/** The credit explorable alone: in a page of another origin it works, keeps nothing and fetches nothing but its own script and style. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { explorablesText } from '../../../src/words/words.ts';
import { explorablesZh } from '../../../src/words/zh/learn/explorables.ts';
import { expect, LONG, test } from '../support/test.ts';

const { credit } = explorablesText;

test('somebody else’s page frames the figure of credit, and no other page of ours', { tag: LONG }, async ({ page, baseURL }) => {
  const ours = new URL(baseURL!).origin;
  const server = createServer((_request, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<iframe id="figure" src="${ours}/embed.html" width="900" height="900"></iframe><iframe id="page" src="${ours}/"></iframe>`),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const fetched: string[] = [];
    page.on('requestfinished', (request) => {
      if (request.frame().url().includes('embed')) fetched.push(new URL(request.url()).pathname);
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const figure = page.frameLocator('#figure');
    await figure.getByRole('button', { name: credit.step, exact: true }).click();
    await expect(figure.getByText(/^A6 = /)).toBeVisible();
    const reward = figure.getByRole('slider', { name: credit.reward });
    await reward.press('Home');
    await expect(reward).toHaveAttribute('aria-valuenow', '-1');
    await expect(figure.getByText(/^A6 = /)).toContainText('−1.800');
    await expect(page.frameLocator('#page').getByRole('main')).toHaveCount(0);
    expect(fetched.filter((path) => !/^\/embed\.(html|js|css)$/.test(path))).toEqual([]);
    await page.goto(`${ours}/embed.html?lang=zh`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
    await expect(page.getByRole('button', { name: explorablesZh(explorablesText).credit.step, exact: true })).toBeVisible();
    const { cookies, origins } = await page.context().storageState();
    expect({ cookies, origins }, 'nothing is kept').toEqual({ cookies: [], origins: [] });
  } finally {
    server.close();
  }
});
