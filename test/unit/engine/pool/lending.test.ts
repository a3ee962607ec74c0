/** What is lent is made once, by whoever asks first and can, and freed when nobody has it. */
import { describe, expect, it } from 'vitest';
import type { Wish } from '../../../../src/engine/executors/wasm/lending.ts';
import type { LaneConnection } from '../../../../src/engine/pool/connection.ts';
import { Loans } from '../../../../src/engine/pool/loans.ts';
import { Wishes } from '../../../../src/engine/pool/wishes.ts';

/** A lane that writes down what it is told, and makes forms at rising addresses unless it `fails`. */
function fakeLane(name: string, log: string[], fails = false) {
  let address = 0;
  const call = async (method: string, wish: Wish, source: object): Promise<unknown> => {
    log.push(`${name} ${method} ${wish.form} of ${'place' in source ? 'stored' : 'numbers'}`);
    if (fails) throw new Error('no room');
    address += 64;
    return { address, bytes: 64 };
  };
  const lane = {
    call,
    hand: async (_handed: unknown, method: string, wish: Wish, source: object) => call(method, wish, source),
    tell: async (method: string, told: object) => void log.push(`${name} ${method} ${JSON.stringify(told)}`),
  };
  return lane as unknown as LaneConnection;
}

const tensor = { shape: [2, 2], data: new Float32Array(4) };

describe('loans', () => {
  it('are made by the first lane that asks, learnt by the next, and freed where they were made', async () => {
    const log: string[] = [];
    const [a, b] = [fakeLane('a', log), fakeLane('b', log)];
    const loans = new Loans();
    const [, { key }] = loans.lend('w', tensor);
    const wishes: Wish[] = [
      { key, form: 'stored' },
      { key, form: 'forward' },
    ];
    await Promise.all([loans.grant(a, wishes), loans.grant(b, wishes)]);
    expect(log).toEqual([
      'a makeForm stored of numbers',
      `b learnForm {"key":"${key}","form":"stored","place":{"address":64,"bytes":64}}`,
      'a makeForm forward of stored',
      `b learnForm {"key":"${key}","form":"forward","place":{"address":128,"bytes":64}}`,
    ]);
    log.length = 0;
    let letGo = (): void => {};
    const told = new Promise<void>((resolve) => (letGo = resolve));
    const ended = loans.end(['w', 'unknown'], () => [told]);
    expect(log).toEqual([]);
    letGo();
    await ended;
    expect(log).toEqual(['a freeForm {"address":64,"bytes":64}', 'a freeForm {"address":128,"bytes":64}']);
    log.length = 0;
    await loans.grant(b, wishes.slice(0, 1));
    expect(log).toEqual([`b learnForm {"key":"${key}","form":"stored","place":null}`]);
  });

  it('are made by another lane where the first cannot, and by none of them twice in vain', async () => {
    const log: string[] = [];
    const [a, b, c] = [fakeLane('a', log, true), fakeLane('b', log), fakeLane('c', log)];
    const loans = new Loans();
    const [, { key, form }] = loans.lend('w', { form: 'q8', shape: [8, 32], bytes: new Uint8Array(272) });
    expect(form).toBe('q8');
    await Promise.all([a, b, c].map((lane) => loans.grant(lane, [{ key, form: 'packed' }])));
    expect(log.map((line) => line.slice(0, 11))).toEqual(['a makeForm ', 'b makeForm ', 'c learnForm']);
  });

  it('of the same name have keys of their own', () => {
    const loans = new Loans();
    expect(loans.lend('w', tensor)[1].key).not.toBe(loans.lend('w', tensor)[1].key);
  });
});

describe('wishes', () => {
  const one: Wish = { key: '1 w', form: 'forward' };
  const two: Wish = { key: '1 w', form: 'backward' };

  it('are posted once, and whoever waits goes on when all are granted', async () => {
    const posted: Wish[] = [];
    let idle = 0;
    const wishes = new Wishes(
      (some) => posted.push(...some),
      () => (idle += 1),
    );
    const first = wishes.wish([one]);
    const second = wishes.wish([one, two]);
    expect(posted).toEqual([one, two]);
    wishes.grant(one, () => {});
    (await first)();
    expect([wishes.waiting, idle]).toEqual([true, 0]);
    expect(wishes.grant(two, () => 7)).toBe(7);
    (await second)();
    expect([wishes.waiting, idle]).toEqual([false, 1]);
  });

  it('that cannot be granted fail those who wait', async () => {
    const wishes = new Wishes(
      () => {},
      () => {},
    );
    const waiting = wishes.wish([one, two]);
    const failing = expect(waiting).rejects.toThrow('no room');
    expect(() =>
      wishes.grant(one, () => {
        throw new Error('no room');
      }),
    ).toThrow('no room');
    wishes.refuse(two, new Error('gone'));
    await failing;
    expect(wishes.waiting).toBe(false);
  });
});
