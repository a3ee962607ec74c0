import { describe, expect, it } from 'vitest';
import { addAgent, connect, removeAgent, renameAgent } from '../../../src/core/editing/edits.ts';
import { parseClip } from '../../../src/core/editing/clipboard.ts';
import { readAgentFile } from '../../../src/core/editing/agentFile.ts';
import { documentFaults, unreadSettings } from '../../../src/core/document/check/check.ts';
import { parseDocument } from '../../../src/core/document/parse.ts';
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import { DOCUMENT_VERSION } from '../../../src/core/document/schema.ts';
import { fault, type Fault, FaultError, faultFrom, type FaultWords } from '../../../src/core/faults.ts';
import { parseTeacherView } from '../../../src/core/share/teach.ts';
import { readLink } from '../../../src/core/share/share.ts';
import { parseValues, planSweep, seedsFrom } from '../../../src/core/sweep/grid.ts';
import * as words from '../../../src/words/words.ts';

const micro = PRESETS.micro.project({ source: 'export default {}' });
const { team, training } = micro;

/** What `work` throws. */
function thrown(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    return faultFrom(error);
  }
  throw new Error('nothing was thrown');
}

const PARTS: readonly FaultWords[] = [
  words.agentFileFaults,
  words.checkFaults,
  words.clipboardFaults,
  words.generalFaults,
  words.lessonViewFaults,
  words.linkFaults,
  words.projectFileFaults,
  words.sweepFaults,
  words.teamFaults,
  words.unreadFaults,
];

const FAULTS: readonly Fault[] = [
  ...documentFaults({
    ...micro,
    team: {
      ...team,
      edges: [...team.edges, { from: 'solver', to: 'planner' }, { from: 'solver', to: 'solver' }],
      turns: [{ turn: 2, edges: [{ from: 'solver', to: 'nobody' }] }],
      agents: team.agents.map((agent) => ({ ...agent, adapter: { ...agent.adapter, frozen: true } })),
    },
    environment: { ...micro.environment, source: '' },
    training: { ...training, horizon: 2, groupSize: 1, algorithm: 'rloo', lag: 1, minibatches: 500, compat: ['r1_untempered_logprobs'] },
  }),
  ...unreadSettings({ ...micro, training: { ...training, groupBy: 'agent_turn', critic: { ...training.critic, targets: ['q_proj'] } } }),
  thrown(() => connect(micro, 'solver', 'planner')),
  thrown(() => connect(micro, 'solver', 'solver')),
  thrown(() => addAgent(micro, { role: 'Solver' })),
  thrown(() => renameAgent(micro, 'nobody', 'somebody')),
  thrown(() => removeAgent(removeAgent(micro, 'planner'), 'solver')),
  ...['', 'a text', '[]', '{"marft":"agents"}', `{"marft":"agents","version":${DOCUMENT_VERSION}}`].map((text) =>
    thrown(() => parseClip(text)),
  ),
  ...['{}', '{', '{"team":{}}', '[{"role":"a","prompt":""},{"role":"b","prompt":""}]'].map((text) =>
    thrown(() => readAgentFile(text, micro, 'solver')),
  ),
  ...['{', '{}', '{"version":"1"}', '{"version":1000,"name":"Later"}', `{"version":${DOCUMENT_VERSION},"more":1}`].map((text) =>
    thrown(() => parseDocument(text)),
  ),
  thrown(() => parseDocument({ ...micro, team: [] })),
  ...['p=1', 'p=9.a', 'p=1.', 'p=1.YWJj', `p=1.${'a'.repeat(300_000)}`].map((hash) => thrown(() => readLink(`#${hash}`, []))),
  thrown(() => parseTeacherView([])),
  ...['nothing', 'training.critic', 'version', 'lag'].map((path) => thrown(() => planSweep(micro, [{ path, values: [] }], []))),
  thrown(() => planSweep(micro, [], [-1])),
  thrown(() => planSweep(micro, [], seedsFrom(0, 2000))),
  thrown(() => parseValues('[1')),
  ...planSweep(micro, [{ path: 'learningRate', values: ['fast'] }], [1]).impossible.flatMap(({ faults }) => faults),
];

describe('faults', () => {
  it.each(FAULTS.map((one) => [one.code, one] as const))(
    '%s is worded again from its code and values as they cross a wire',
    (code, one) => {
      const { message, hint, params = {}, place, detail } = one;
      const part = PARTS.find((candidate) => code in candidate) ?? {};
      const again = fault(part, code, JSON.parse(JSON.stringify(params)) as never, { place, detail });
      expect(again).toMatchObject({ code, message, ...(hint === undefined ? {} : { hint }) });
      expect(structuredClone(params)).toEqual(params);
    },
  );

  it('are what was thrown for people; anything else is ours to mend and keeps its stack', () => {
    const meant = fault(words.clipboardFaults, 'E_CLIP_EMPTY', {});
    expect(faultFrom(new FaultError(meant))).toBe(meant);
    expect(faultFrom(new TypeError('no such thing'))).toMatchObject({
      code: 'E_INTERNAL',
      message: 'Something went wrong inside the workbench: no such thing',
      params: { said: 'no such thing' },
      detail: expect.stringContaining('TypeError: no such thing'),
    });
    expect(faultFrom('no error').message).toBe('Something went wrong inside the workbench: no error');
  });

  it('are refused when nobody has words for the code', () => {
    expect(() => fault({} as typeof words.generalFaults, 'E_INTERNAL', { said: '' })).toThrow('E_INTERNAL has no words');
    expect(new FaultError(fault(words.clipboardFaults, 'E_CLIP_EMPTY', {})).message).toBe(
      'There is no text on the clipboard. Copy agents on a canvas first.',
    );
  });
});
