// Trains a team in this page: the environment is written below, base and engine come from the package. Serve this folder with
// the package in node_modules, for instance: npm install marft-workbench-0.2.0.tgz && python3 -m http.server
import { presetDocument, zipFiles } from 'marft-workbench/core';
import { openSession } from 'marft-workbench/session';

const source = `
import { integer, lastInteger, pick } from 'marft/env';
export default {
  name: 'Cakes',
  description: 'Sums, told with cakes.',
  splits: { train: 'unlimited', test: 'unlimited' },
  reset({ random }) {
    const [a, b] = [integer(random, 1, 9), integer(random, 1, 9)];
    return { state: { sum: a + b }, observation: pick(random, ['bob', 'ann']) + ' has ' + a + ' cakes and buys ' + b + ' more. how many?' };
  },
  step({ state, messages }) {
    const right = lastInteger(messages.at(-1).text) === state.sum;
    return { state, observation: '', reward: right ? 1 : 0, terminated: true, truncated: false };
  },
};`;

const [train, stop, adapters, log] = ['train', 'stop', 'adapters', 'log'].map((id) => document.getElementById(id));
train.onclick = async () => {
  train.disabled = true;
  const project = presetDocument('micro', { source });
  const bases = 'node_modules/marft-workbench/dist/models';
  const training = await openSession(project, { bases }).catch(({ fault }) => log.append(`${fault.message} ${fault.hint}\n`));
  if (!training) return;
  log.append(`${training.device.backend}: ${training.device.reason}\n`);
  stop.disabled = false;
  stop.onclick = () => training.stop();
  for await (const { iteration, metrics } of training.train())
    log.append(`iteration ${iteration}: reward ${metrics['reward/mean'].toFixed(2)}\n`);
  adapters.href = URL.createObjectURL(new Blob([zipFiles(training.adapters())]));
  adapters.hidden = false;
  stop.disabled = true;
  await training.dispose();
};
