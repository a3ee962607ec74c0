/** What stands in place of a part that stopped working, what the report has of it, and that a part which could not be fetched is asked for again. */
import { MantineProvider } from '@mantine/core';
import { createElement, Suspense } from 'react';
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server.edge';
import { describe, expect, it, vi } from 'vitest';
import { FaultError, faultFrom } from '../../../../../src/core/faults.ts';
import { Guard, placeWithin, stopped } from '../../../../../src/page/kit/notices/Guard.tsx';
import { forgetFailed, hearFetched, lazyPart } from '../../../../../src/page/kit/parts/lazyPart.ts';
import { logEntries } from '../../../../../src/page/state/log/log.ts';
import { text } from '../../../../../src/words/words.ts';

const place = placeWithin(text.shell.place.training.name, text.shell.trainingTab.engine);
const unfetched = () => new TypeError('Failed to fetch dynamically imported module: http://host/assets/EnginePanel-x.js');

const guardThat = (error: unknown, props: Partial<ConstructorParameters<typeof Guard>[0]> = {}): Guard => {
  const guard = new Guard({ place, children: 'the part', ...props });
  guard.setState = (next) => {
    guard.state = { ...guard.state, ...(next as object) };
  };
  guard.setState(Guard.getDerivedStateFromError(error) as never);
  guard.componentDidCatch(error);
  return guard;
};
const drawn = (guard: Guard): string => renderToStaticMarkup(createElement(MantineProvider, null, guard.render()));

describe('what is said', () => {
  it('names the place, for a person and for whoever looks for it', () => {
    const said = drawn(guardThat(new Error('boom')));
    expect(said).toContain('Training › Engine stopped working.');
    expect(said).toContain('data-stopped="Training › Engine"');
    expect(said).not.toContain('the part');
  });

  it('is its own sentence in every language: none is made anew from the code of what was thrown', () => {
    expect(stopped(faultFrom(new Error('boom')), place).params).toBeUndefined();
    expect(stopped(faultFrom(unfetched()), place).params).toBeUndefined();
  });

  it('of a file that did not come, is what to do about that', () => {
    const { message, hint } = stopped(faultFrom(unfetched()), place);
    expect(message).toBe('Training › Engine could not be opened. “assets/EnginePanel-x.js”, a part of this page, could not be fetched.');
    expect(hint).toMatch(/^Check the connection/);
    expect(drawn(guardThat(unfetched()))).toContain(text.fault.reload);
  });

  it('can be closed above the page and nowhere else; what is asked for anew is tried anew, and closing asks for nothing', () => {
    const close = text.fault.close;
    expect(drawn(guardThat(new Error('boom')))).not.toContain(close);
    expect(drawn(guardThat(new Error('boom'), { says: 'above' }))).toContain(close);
    const { state } = guardThat(new Error('boom'), { says: 'above', asked: 1 });
    const next = (asked: unknown) => ({ ...state, ...Guard.getDerivedStateFromProps({ place, children: null, asked }, state) });
    expect(next(1).fault).not.toBeNull();
    expect(next(2).fault).toBeNull();
    expect(next(null).fault).not.toBeNull();
  });
});

describe('the report', () => {
  it('has the place and the code; what was thrown, which may quote a person, lies apart', () => {
    guardThat(new Error('“Mine alone” is null'));
    guardThat(new FaultError({ code: 'E_ODD', message: 'Mine alone.' }));
    guardThat(unfetched());
    const entries = logEntries().slice(-3);
    expect(entries.map(({ what }) => what)).toEqual([`defect · ${place}`, `E_ODD · ${place}`, `E_FETCH · ${place}`]);
    expect(entries[0]?.said).toContain('Mine alone');
  });
});

describe('a part that is fetched', () => {
  const Panel = ({ name }: { readonly name: string }) => createElement('b', null, name);
  const draw = async (Part: typeof Panel): Promise<string> => {
    const element = createElement(Suspense, { fallback: 'coming' }, createElement(Part, { name: 'Panel' }));
    let failure: unknown = null;
    const stream = await renderToReadableStream(element, { onError: (error) => void (failure = error) });
    await stream.allReady;
    const html = await new Response(stream).text();
    if (failure) throw failure;
    return html;
  };

  it('is asked for again after its failure is on screen, and not before', async () => {
    const fetch = vi.fn().mockRejectedValueOnce(unfetched()).mockResolvedValue({ default: Panel });
    const Part = lazyPart<typeof Panel>(fetch) as typeof Panel;
    const told = vi.fn();
    hearFetched(told);
    await expect(draw(Part)).rejects.toThrow('Failed to fetch');
    await expect(draw(Part), 'React keeps the failure').rejects.toThrow('Failed to fetch');
    expect(fetch).toHaveBeenCalledTimes(1);
    forgetFailed();
    expect(await draw(Part)).toContain('<b>Panel</b>');
    expect(fetch).toHaveBeenCalledTimes(2);
    expect(told).toHaveBeenCalledOnce();
    await draw(Part);
    expect(fetch, 'here once and for all').toHaveBeenCalledTimes(2);
  });
});
