import { describe, expect, it } from 'vitest';
import { TrainerLink } from '../../../../../src/page/state/engine/trainerLink.ts';
import type { TrainerConnection } from '../../../../../src/page/state/engine/types.ts';

function links(fails = false) {
  const closed: number[] = [];
  let opened = 0;
  const link = new TrainerLink(async () => {
    const number = ++opened;
    if (fails) throw new Error('no workers here');
    return { close: () => void closed.push(number) } as unknown as TrainerConnection;
  });
  return { link, closed, opened: () => opened };
}

describe('the way to the trainer', () => {
  it('is opened once, until it is lost', async () => {
    const { link, closed, opened } = links();
    expect(link.present).toBeNull();
    const first = link.open();
    expect(link.open()).toBe(first);
    expect(link.present).toBe(first);
    link.close();
    expect(link.present).toBeNull();
    await link.open();
    expect([opened(), closed]).toEqual([2, [1]]);
  });

  it('closes nothing where it never opened', async () => {
    const { link, closed } = links(true);
    await expect(link.open()).rejects.toThrow('no workers here');
    link.close();
    await Promise.resolve();
    expect([link.present, closed]).toEqual([null, []]);
  });
});
