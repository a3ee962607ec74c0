/**
 * `node --import tsx losingRun.ts PROJECT FOLDER GAP,GAP…`: trains a run on WebGPU whose devices are destroyed, one after the other, each behind so
 * many submissions since the last; says at its end what happened, as JSON. A process of its own, since the library path of the
 * software driver is read when one starts.
 */
import { readFileSync } from 'node:fs';
import { parseDocument } from '../../../src/core/document/parse.ts';
import { installWebGpu } from '../../../scripts/testing/webgpu-node.ts';
import { trainRun } from '../../kit/run/trainRun.ts';
import { MOST_IN_AN_ITERATION, type Told } from './told.ts';

const [project = '', folder = '', gaps = ''] = process.argv.slice(2);
const left = gaps === '' ? [] : gaps.split(',').map(Number);
const told: Told = { submissions: 0, lost: 0, notices: [], backend: '' };

if (!(await installWebGpu())) throw new Error('there is no WebGPU in Node: see scripts/testing/vulkan.ts');
const devices: GPUDevice[] = [];
const { requestDevice } = GPUAdapter.prototype;
GPUAdapter.prototype.requestDevice = async function (this: GPUAdapter, asked) {
  const device = await requestDevice.call(this, asked);
  devices.push(device);
  return device;
};

const destroyed = new Set<GPUDevice>();
let since = 0;
let inIteration = 0;
const { submit } = GPUQueue.prototype;
GPUQueue.prototype.submit = function (this: GPUQueue, commands) {
  submit.call(this, commands);
  told.submissions += 1;
  const device = devices.at(-1);
  if (!device || destroyed.has(device)) return; // it is lost once, and the run has not noticed yet
  since += 1;
  const [gap] = left;
  if (gap === undefined || since < gap || inIteration >= MOST_IN_AN_ITERATION) return;
  left.shift();
  since = 0;
  inIteration += 1;
  told.lost += 1;
  destroyed.add(device);
  device.destroy();
};

const report = await trainRun(
  { document: parseDocument(JSON.parse(readFileSync(project, 'utf8'))), backend: 'webgpu', engine: { workers: 1 }, out: folder },
  {
    notice: (code) => told.notices.push(code),
    opened: () => undefined,
    row: () => {
      inIteration = 0;
    },
  },
);
process.stdout.write(`${JSON.stringify({ ...told, backend: report.backend })}\n`);
// Dawn keeps a process alive that has lost a device.
process.exit(0);
