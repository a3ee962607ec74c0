/** A page that watches a worker's life. */
import { afterEach, expect, it, vi } from 'vitest';
import { watchLife } from '../../../../workers/life/client.ts';

afterEach(() => vi.unstubAllGlobals());

/** A worker that says something, and what a page with these locks made of it. */
function saying(data: unknown, locks: Pick<LockManager, 'request'> | undefined) {
  vi.stubGlobal('navigator', { locks });
  const ended = vi.fn();
  let say = (_event: { readonly data: unknown }): void => undefined;
  const worker = { addEventListener: (_type: string, listener: typeof say) => void (say = listener) };
  const stop = watchLife(worker as Pick<Worker, 'addEventListener'>, ended);
  return { ended, stop, say: () => say({ data }) };
}

it('hears that the worker has ended once the lock is free that it named', async () => {
  const request = vi.fn(async (_name: string, _options: unknown, free: () => void) => free());
  const { ended, say } = saying({ life: 'marft-life:1' }, { request } as unknown as LockManager);
  say();
  expect(request).toHaveBeenCalledWith('marft-life:1', expect.anything(), expect.any(Function));
  expect(ended).toHaveBeenCalledOnce();
});

it('takes what a worker says as it is in a page without locks, where nothing can be watched', () => {
  const { ended, say } = saying({ life: 'marft-life:1' }, undefined);
  expect(say).not.toThrow();
  expect(ended).not.toHaveBeenCalled();
});

it('asks for no lock once it is stopped', () => {
  const request = vi.fn(async () => undefined);
  const { stop, say } = saying({ life: 'marft-life:1' }, { request } as unknown as LockManager);
  stop();
  say();
  expect(request).not.toHaveBeenCalled();
});
