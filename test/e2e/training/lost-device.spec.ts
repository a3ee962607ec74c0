/** A graphics device that is taken away in the middle of an iteration: the run goes on by itself from its last state. */
import { randomUUID } from 'node:crypto';
import { endlessProject } from '../support/projects.ts';
import { expect, LONG, test } from '../support/test.ts';

/** By this channel the test tells the worker to lose its device. */
const CHANNEL = `lose the device ${randomUUID()}`;

/** A software adapter computes what a device loses, and computes it again. */
const SLOW = { timeout: 240_000 };

/**
 * Put before the trainer's own code. Once told, it destroys the newest device behind a submission that begins the middle of an
 * iteration: computing one submits many times more. Says back that it did.
 */
function losesItsDevice(channel: string, submissions: number): void {
  const devices: GPUDevice[] = [];
  const { requestDevice } = GPUAdapter.prototype;
  GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, asked) {
    const device = await requestDevice.call(this, asked);
    devices.push(device);
    return device;
  };
  let left = Number.POSITIVE_INFINITY;
  const told = new BroadcastChannel(channel);
  told.onmessage = () => (left = submissions);
  const { submit } = GPUQueue.prototype;
  GPUQueue.prototype.submit = function (this: GPUQueue, commands) {
    submit.call(this, commands);
    left -= 1;
    if (left !== 0) return;
    devices.at(-1)?.destroy();
    told.postMessage(devices.length);
  };
}

test('a device that is lost in the middle of an iteration is opened again, and the run goes on by itself', { tag: LONG }, async ({
  workbench,
  page,
}) => {
  await page.route(/\/trainer\.worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const body = `(${losesItsDevice.toString()})(${JSON.stringify(CHANNEL)}, 5);\n${await response.text()}`;
    await route.fulfill({ response, body });
  });
  test.setTimeout(600_000);
  const project = endlessProject();
  project.training.episodes = 2;
  await workbench.open(project);
  await workbench.editors.openTab('Training');
  await workbench.editors.setting('Backend').click();
  await page.getByRole('option', { name: 'WebGPU', exact: true }).click();
  await workbench.train();
  await expect.poll(() => workbench.iteration(), SLOW).toBeGreaterThanOrEqual(1);
  const devices = await page.evaluate(
    (channel) =>
      new Promise((resolve) => {
        const told = new BroadcastChannel(channel);
        told.onmessage = ({ data }) => resolve(data);
        told.postMessage('lose it');
      }),
    CHANNEL,
  );
  expect(devices, 'opened before the one that was destroyed, and it').toBe(1);
  const told = page.getByText(/Iteration \d+: the graphics device was lost\. It was opened again on webgpu \(attempt 1 of 3\)/).first();
  await expect(told).toBeVisible(SLOW);
  const lostIn = Number(/Iteration (\d+)/.exec((await told.textContent()) ?? '')?.[1]);
  expect(lostIn, 'the one that was under way').toBeGreaterThan(1);
  await expect.poll(() => workbench.iteration(), SLOW).toBeGreaterThanOrEqual(lostIn);
  await expect(workbench.statusLine, 'it has not gone elsewhere').toContainText('webgpu');
  await workbench.stop();
});
