/** Light or dark: as the reader's system has it, until they choose. */
import type { Scheme } from '../kit/theme/agentColors.ts';
import { COLON, runPageText as words } from '../../words/words.ts';
import { h, on } from '../kit/plain/dom.ts';

/** The switch; `draw` is called at once, and again whenever the scheme changes. */
export function schemeSwitch(draw: (scheme: Scheme) => void): HTMLElement {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let chosen: Scheme | null = null;
  const button = h('button', { type: 'button', class: 'quiet' });
  const now = (): Scheme => chosen ?? (dark.matches ? 'dark' : 'light');
  const show = (): void => {
    const scheme = now();
    const other = scheme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['scheme'] = scheme;
    button.textContent = words.scheme[other];
    button.setAttribute('aria-label', `${words.scheme.label}${COLON}${words.scheme[other]}`);
    draw(scheme);
  };
  on(button, 'click', () => {
    chosen = now() === 'dark' ? 'light' : 'dark';
    show();
  });
  dark.addEventListener('change', show);
  queueMicrotask(show);
  return button;
}
