/** What a run says of itself: worded in English where it happens, and anew in the language of the page. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { unreadSettings } from '../../../src/core/document/check/check.ts';
import { applyEvent, newRun } from '../../../src/page/state/runs/reduce.ts';
import { chooseProject } from '../../../headless/kit/project.ts';
import { faultNotice, notice } from '../../../src/session/notice.ts';
import type { NoticeEvent } from '../../../src/session/notice.ts';

const HAN = /\p{Script=Han}/u;
const PROJECT = chooseProject({ preset: 'micro' });

/** As the run on screen holds it. */
const arrived = (event: NoticeEvent) => applyEvent(newRun('run', PROJECT), { ...event, runId: 'run', iteration: 3 }).notices;

/** `wordedNotice` of a page in Chinese. */
async function inChinese() {
  vi.resetModules();
  const [{ speak }, { translation }] = await Promise.all([
    import('../../../src/words/forms/language.ts'),
    import('../../../src/words/zh/index.ts'),
  ]);
  speak(translation);
  return (await import('../../../src/core/notices.ts')).wordedNotice;
}

// Other files of this process read English.
afterEach(() => vi.resetModules());

describe('a notice', () => {
  const gate = notice('info', 'kl_gate', { kl: 0.02, gate: 0.01, iteration: 3, adapter: 'solver', epoch: 2 });

  it('keeps an English sentence, and is worded anew from its values', async () => {
    expect(gate.message).toBe('The KL gate held solver back, as it should: KL old→new 0.02, gate 0.01 (iteration 3, epoch 2).');
    const [held] = arrived(gate);
    expect(held).toEqual({ ...gate, type: undefined, iteration: 3 });
    const worded = await inChinese();
    expect(held && worded(held)).toBe(
      'KL 门限拦下了 solver 的一步，这正是它该做的：新旧策略的 KL 为 0.02，门限 0.01（第 3 次迭代，第 2 轮（epoch））。',
    );
  });

  it('that repeats a fault is worded as that', async () => {
    const training = { ...PROJECT.training, adaptiveKl: { ...PROJECT.training.adaptiveKl, target: 0.123 } };
    const [unread] = unreadSettings({ ...PROJECT, training }).map((found) => faultNotice('info', 'setting_unread', found));
    const worded = await inChinese();
    expect(unread?.message).not.toMatch(HAN);
    expect(unread && worded(unread)).toMatch(HAN);
  });

  it('of which nothing but the sentence was kept, or that another build sent, stays as it was said', async () => {
    const worded = await inChinese();
    expect(worded({ code: 'kl_gate', message: 'The KL gate held solver back.' })).toBe('The KL gate held solver back.');
    expect(worded({ code: 'toString', message: 'Said by another build.', values: {} })).toBe('Said by another build.');
  });
});
