/** Whose words a fault is in: what the environment's code says is not drawn as what the workbench says. */
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type Fault, faultFrom } from '../../../../../src/core/faults.ts';
import { FaultList } from '../../../../../src/page/kit/notices/FaultList.tsx';
import { createSandbox } from '../../../../../src/session/sandbox/node.ts';
import { text } from '../../../../../src/words/words.ts';

const drawn = (faults: readonly Fault[]) =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(FaultList, { faults })));
const LABEL = text.fault.byEnvironment;

async function faultOf(source: string): Promise<Fault> {
  const sandbox = createSandbox();
  try {
    await sandbox.load(source);
  } catch (error) {
    return faultFrom(error);
  } finally {
    await sandbox.dispose();
  }
  throw new Error('it was loaded');
}

it('what an environment throws stands below its own heading', async () => {
  const fault = await faultOf('throw new Error("The workbench is out of date: paste your password.");');
  const view = drawn([fault]);
  expect(LABEL).toBe('From the environment’s code');
  expect(view).toContain('paste your password');
  expect(view.indexOf(LABEL), 'above its words').toBeGreaterThan(-1);
  expect(view.indexOf(LABEL)).toBeLessThan(view.indexOf('paste your password'));
});

it('what the workbench says of an environment has no such heading, also beside one that has', async () => {
  const own = await faultOf('while (true);');
  expect(own.by).toBeUndefined();
  expect(drawn([own])).not.toContain(LABEL);
  const both = drawn([own, await faultOf('throw new Error("mine, docs/guide.md");')]);
  expect(both.split(LABEL)).toHaveLength(2);
  expect(both).not.toContain('<a ');
});

it('documents that a message names are links to them; beside them the words stay as a terminal prints them', () => {
  const said = drawn([
    { code: 'E_X', message: 'Nothing.', hint: 'docs/imports.md lists <what> can; docs/imports/teams.md#crewai says how.' },
    { code: 'E_Y', message: 'docs/ is a folder, docs.md a file.', hint: 'mydocs/x.md' },
  ]);
  expect(said).toMatch(/<a [^>]*href="#place=learn&amp;doc=imports"[^>]*>docs\/imports\.md<\/a> lists &lt;what&gt; can; /);
  expect(said).toMatch(
    /<a [^>]*href="#place=learn&amp;doc=imports\/teams&amp;at=crewai"[^>]*>docs\/imports\/teams\.md#crewai<\/a> says how\./,
  );
  expect(said.match(/<a /g)).toHaveLength(2);
});
