import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Notices from '../../../src/core/notices.ts';
import type * as Words from '../../../src/words/words.ts';
import type * as Faults from '../../../src/core/faults.ts';
import { checkRows } from '../../../src/core/formats/checksums.ts';
import { otherProject, passedBy } from '../../../src/runs/library/decisions.ts';
import { cardMade, checkpointsGone } from '../../../src/runs/library/mended.ts';
import * as english from '../../../src/words/words.ts';
import { translation } from '../../../src/words/zh/index.ts';

const HAN = /\p{Script=Han}/u;
let spoken: { readonly words: typeof Words; readonly notices: typeof Notices; readonly faults: typeof Faults };

beforeAll(async () => {
  vi.resetModules();
  const language = await import('../../../src/words/forms/language.ts');
  language.speak(translation);
  language.rewordWith((await import('../../../src/words/retold/retold.ts')).retold);
  const [words, notices, faults] = await Promise.all([
    import('../../../src/words/words.ts'),
    import('../../../src/core/notices.ts'),
    import('../../../src/core/faults.ts'),
  ]);
  spoken = { words, notices, faults };
});

// Other files of this process read English.
afterAll(() => vi.resetModules());

type Entries = Readonly<Record<string, (values: never) => string>>;
/** The English sentence of values, read back, is the Chinese one of the same values. */
function holds(catalogue: 'noticesText' | 'pageNoticesText' | 'profileNotesText' | 'importText', code: string, values: unknown): void {
  const sentence = (english[catalogue] as unknown as Entries)[code]?.(values as never) ?? '';
  const chinese = (spoken.words[catalogue] as unknown as Entries)[code]?.(values as never);
  expect(chinese).toMatch(HAN);
  expect(spoken.words.reworded(sentence), sentence).toBe(chinese);
}

describe('English sentences that come worded', () => {
  it('of a session are read back, in each of their forms', () => {
    const rolled = { iteration: 9, to: 4, problems: 12, earned: '0.10', best: '0.50', rateFactor: 0.5 };
    const first = { identity: 'zero sum', expected: 0.1, actual: 0.25 };
    const lost = { iteration: 3, attempt: 1, attempts: 3 };
    const cases: readonly (readonly [code: string, values: object])[] = [
      ['kl_gate', { kl: 0.08, gate: 0.05, iteration: 3, adapter: 'solver', epoch: 2 }],
      ['kl_gate', { kl: 0.08, gate: 0.05, iteration: 3, roles: ['planner', 'solver'] }],
      ['early_stop', { iteration: 3, epoch: 2, kl: 0.02, stop: 0.01 }],
      ['ratio_clamped', { iteration: 3, ratios: 5, adapter: 'solver' }],
      ['rollback', { ...rolled, suspected: { of: 'reward', window: 1, mean: '0.1', drop: 0.2, best: '0.5' } }],
      ['rollback', { ...rolled, suspected: { of: 'reward', window: 5, mean: '0.1', drop: 0.2, best: '0.6' } }],
      ['rollback', { ...rolled, suspected: { of: 'kl', role: 'solver', kl: 2.5, limit: 2 } }],
      ['conservation', { iteration: 2, places: 7, first: { ...first, episode: 1, message: 2, token: 3 } }],
      ['conservation', { iteration: 2, places: 7, first: { ...first, episode: 1, message: 2 } }],
      ['conservation', { iteration: 2, places: 7, first: { ...first, episode: 1 } }],
      ['conservation', { iteration: 2, places: 7, first }],
      ['remote_clip', { adapter: 'solver', norm: '3.20', limit: 1 }],
      ['thinking_unread', { deaf: null }],
      ['thinking_unread', { deaf: 'Qwen/Qwen3-0.6B' }],
      ['device_lost', { ...lost, backend: 'webgpu' }],
      ['device_lost', { ...lost, iteration: 0, backend: 'webgpu' }],
      ['device_lost', { iteration: 3, from: 'webgpu', to: 'wasm', attempts: 3 }],
      ['server_lost', { ...lost, server: 'http://127.0.0.1:8000' }],
      ['other_guards', { acting: ['rollback', 'earlyStop'] }],
      ['lag_restarted', { iteration: 4 }],
      ['warm_taken', { taken: 3, episodes: 9, name: 'good.jsonl', least: 0.5 }],
      ['rows_mixed', { file: 'metrics.jsonl', iterations: [3, 4] }],
      ['row_unreadable', { file: 'metrics.jsonl', lines: [3, 4], more: 0 }],
      ['row_unreadable', { file: 'metrics.jsonl', lines: [3, 4, 5, 6, 7], more: 2 }],
    ];
    for (const [code, values] of cases) holds('noticesText', code, values);
    holds('pageNoticesText', 'new_seed', { seed: 8, shipped: 7 });
    holds('pageNoticesText', 'suspended', { time: '3 min', iteration: 4 });
    holds('profileNotesText', 'renamed', { role: 'a_b', from: 'a b' });
    holds('importText', 'noStep', 1);
    holds('importText', 'noStep', 12);
  });

  it('has a pattern for every sentence of its catalogues', async () => {
    const { sentences, folderClauses } = await import('../../../src/words/retold/sentences.ts');
    const words = [...sentences(), ...folderClauses()];
    for (const catalogue of [
      'noticesText',
      'pageNoticesText',
      'profileNotesText',
      'backendReasonsText',
      'devicesText',
      'folderClausesText',
    ] as const)
      for (const word of Object.values(spoken.words[catalogue])) expect(words.some((entry) => entry.word === word)).toBe(true);
    for (const { english: sentence } of words) expect(sentence).not.toMatch(/undefined|NaN(?! or)|\[object|\p{Script=Han}/u);
    expect(new Set(words.map(({ english: sentence }) => sentence)).size).toBe(words.length);
  });

  it('of a run’s folder are those that the folder writes', () => {
    const { reworded } = spoken.words;
    const row = (iteration: number) => `{"iteration":${iteration}}\n`;
    const sum = (iteration: number) => `{"iteration":${iteration},"sha256":"0"}\n`;
    const { damage } = checkRows(row(1) + row(1) + row(2) + row(4), sum(1) + sum(2) + sum(3) + sum(5));
    expect(damage).toHaveLength(5);
    const rows = english.noticesText.rows_damaged({ file: 'metrics.jsonl', damage: damage.map(({ what }) => what) });
    expect(reworded(rows)).toBe(
      'metrics.jsonl 损坏了：第 1 次迭代的行出现了 2 次；第 2 次迭代的行与写入时不同；第 3 次迭代的行缺失或残缺；第 5 次迭代的行缺失或残缺；第 4 次迭代的行缺少校验和，或者校验和读不出来。与写入时不同的行略去，其余照常显示。',
    );
    expect(reworded(passedBy(4, 'checkpoints/steps_5/SHA256SUMS was cut off').message)).toBe(
      '这次运行损坏了：checkpoints/steps_5/SHA256SUMS 残缺。将使用最后一个完好的检查点 4。',
    );
    expect(reworded(otherProject(4, ['training.seed is 3, it was 2', 'environment.source differs in 4 lines']).message)).toBe(
      '这次运行的项目与训练它的检查点 4 时不同：training.seed 现为 3，原为 2；environment.source 有 4 行不同。从这里起，就是另一次训练了。',
    );
    const unchecked = [checkRows(row(1), null).unchecked, checkRows(row(1), '', [1]).unchecked].map((why) => reworded(why ?? ''));
    expect(unchecked).toEqual([expect.stringMatching(/^这次运行没有校验和/), expect.stringMatching(/^这次运行的校验和没有了/)]);
    for (const { message } of [
      cardMade({ iteration: 3 }),
      checkpointsGone([2, 4], { iteration: 6, checkpoints: [6] }),
      checkpointsGone([2], { iteration: 2, checkpoints: [] }),
    ])
      expect(reworded(message)).toMatch(HAN);
  });

  it('of faults that were said as notices are read back whole', () => {
    const { reworded } = spoken.words;
    const unread = english.unreadFaults.E_SETTING_UNREAD({
      subject: 'training.klGate.enabled',
      value: true,
      usual: [],
      why: 'noRatio',
    });
    expect(reworded(`${unread.message} ${unread.hint}`)).toBe(
      '「training.klGate.enabled」的值是「开」，但没有任何地方读取它：REINFORCE 和 RLOO 用普通的策略梯度，没有可裁剪或可加权的概率比。请设回「空」，或选择这两个以外的算法。',
    );
    const told = english.importFaults.E_IMPORT_LEFT_OUT({ subject: 'a.jsonl', line: 3, count: 1200, of: 4000 }).message;
    expect(reworded(told)).toMatch(/^a\.jsonl：.*1,200/);
    expect(reworded(english.importTraceFaults.E_TRACE_NO_AGENT({ messages: 3, of: 1234 }).message)).toMatch(HAN);
    // A fault is kept in English whatever the page speaks.
    const made = spoken.faults.fault(spoken.words.unreadFaults, 'E_SETTING_UNREAD', { subject: 'a', value: 1, usual: 2, why: 'noRatio' });
    expect(`${made.message}${made.hint}`).not.toMatch(HAN);
  });

  it('of a backend name each reason in it', () => {
    const { backendReasonsText: of } = english;
    const own = of.ownWasmFailed({ why: of.software({}) });
    expect(spoken.words.reworded(of.notShared({ why: own, megabytes: 942 }))).toBe(
      '这里唯一的 WebGPU 适配器是软件实现的，比 WASM 慢，而且我们自己的 WASM 内核没有启动；只有一个工作线程，因为这个页面不能在工作线程之间共享内存（它没有跨源隔离），而每个都要再装一份 942 MB 的权重',
    );
    for (const memories of [1, 3])
      expect(spoken.words.reworded(of.oneWorker({ why: of.measured({ gpu: '12', cpu: null }), memories }))).not.toMatch(/[a-z]{3,} [a-z]+/);
  });

  it('of a device are read back, and its own name stays', () => {
    const { reworded } = spoken.words;
    expect(reworded('one thread, relaxed SIMD')).toBe('一个线程，relaxed SIMD');
    expect(reworded('one thread, no SIMD')).toBe('一个线程，无 SIMD');
    expect(reworded('3 workers, SIMD')).toBe('3 个工作线程，SIMD');
    expect(reworded('one thread, SIMD, layers over 3 memories')).toBe('一个线程，SIMD，各层分在 3 块内存中');
    expect(reworded('nvidia ampere')).toBe('nvidia ampere');
  });

  it('that nobody knows stay as they are, and values that are at hand go before them', () => {
    const { wordedNotice } = spoken.notices;
    expect(wordedNotice({ code: 'new', message: 'Something that a later version says.' })).toBe('Something that a later version says.');
    const values = { iteration: 3, epoch: 2, kl: 0.02, stop: 0.01 };
    const message = english.noticesText.early_stop(values);
    expect(wordedNotice({ code: 'early_stop', message })).toBe(wordedNotice({ code: 'early_stop', message, values }));
    expect(english.reworded(message)).toBe(message);
  });
});
