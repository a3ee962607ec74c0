import { describe, expect, it } from 'vitest';
import { text } from '../../../../../src/words/words.ts';
import { curvesOf } from '../../../../../src/page/features/warmStart/curves.ts';
import {
  FIRST_SETTINGS,
  OTHER_SETTINGS,
  proposedName,
  setWarmSetting,
  WARM_DEFAULTS,
  whyWarmUnread,
} from '../../../../../src/page/state/settings/warmFields.ts';
import { documentStore } from '../../../../../src/page/state/document/document.ts';

describe('the form of a warm start', () => {
  it('has every setting of the schema once, with what it is and where it comes from', () => {
    const ids = [...FIRST_SETTINGS, ...OTHER_SETTINGS];
    expect(ids.toSorted()).toEqual(Object.keys(WARM_DEFAULTS).toSorted());
    expect(Object.keys(text.warmStart.fields).toSorted()).toEqual(ids.toSorted());
    for (const id of ids) expect(text.warmStart.fields[id].help, id).toMatch(/^\p{Lu}.{10,160}\.$/u);
  });

  it('sets what the schema permits, as one undo step, and says why not otherwise', () => {
    const before = documentStore.getState().document;
    expect(setWarmSetting('right', 0.6)).toBeNull();
    expect(setWarmSetting('hiddenSize', 40)).toContain('16');
    expect(setWarmSetting('tokens', 10)).toBe('At least 1000.');
    expect(documentStore.getState().document.warmStart).toEqual({ ...before.warmStart, right: 0.6 });
    documentStore.getState().undo();
    expect(documentStore.getState().document).toBe(before);
  });

  it('says which settings nothing reads', () => {
    expect(whyWarmUnread(WARM_DEFAULTS, 'layers', 'environment')).toBeNull();
    expect(whyWarmUnread({ ...WARM_DEFAULTS, trains: 'adapters' }, 'layers', 'environment')).toContain('new base');
    expect(whyWarmUnread(WARM_DEFAULTS, 'right', 'file')).toContain('as they are');
  });

  it('proposes a name', () => {
    expect(proposedName('My Relay, 2!', 'micro', 'new_base')).toBe('my-relay-2-base');
    expect(proposedName('雪', 'micro', 'new_base')).toBe('project-base');
    expect(proposedName('x', 'micro', 'base')).toBe('micro-warm');
  });
});

it('curves are means over steps, up to the last one', () => {
  const steps = Array.from({ length: 500 }, (_, index) => ({
    step: index + 1,
    loss: 9,
    responseLoss: index,
    accuracy: 0.5,
    learningRate: 1,
    tokens: 10 * (index + 1),
  }));
  const { trained } = curvesOf({ steps, evaluations: [] });
  expect(trained.length).toBeLessThanOrEqual(80);
  expect(trained[0]).toEqual({ tokens: 70, loss: 3, accuracy: 0.5 });
  expect(trained.at(-1)?.tokens).toBe(5000);
});
