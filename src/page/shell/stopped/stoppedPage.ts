/**
 * What stands in place of the page where all of it stopped, or where it could not be opened: what happened, that the work is kept, and the ways on. Plain
 * elements with colours of their own: whatever else draws the page may be what failed.
 */
import { faultFrom } from '../../../core/faults.ts';
import { stoppedText as words, text } from '../../../words/words.ts';
import { h, on } from '../../kit/plain/dom.ts';
import { logEntries } from '../../state/log/log.ts';
import { addressOf, safeStart } from '../../state/storage/safeStart.ts';
import { browserStorage, STORAGE_KEYS, storageWorks } from '../../state/storage/storage.ts';
import styles from './stopped.module.css';

interface Ways {
  /** Saves the open project as a file; missing where none was opened yet. */
  readonly save?: () => Promise<void>;
}

export function stoppedPage(error: unknown, { save }: Ways = {}): HTMLElement {
  const { code, params, message, detail } = faultFrom(error);
  const title = save ? words.title : words.notOpened;
  const file = params && 'file' in params && typeof params.file === 'string' ? params.file : null;
  const heading = h('h1', { tabindex: -1 }, title);
  document.title = title;
  queueMicrotask(() => heading.focus()); // what had the focus is gone
  return h(
    'main',
    { class: styles.page, 'data-stopped': text.shell.part.rest, 'data-scheme': schemeNow() },
    heading,
    h('p', { role: 'alert' }, code === 'E_FETCH' ? words.notFetched(file) : words.what),
    h('p', {}, storageWorks() ? words.kept : words.notKept),
    h(
      'p',
      { class: styles.ways },
      button(words.reload, () => window.location.reload()),
      !safeStart && h('a', { href: addressOf(true), title: words.safeHelp }, words.safe),
      save && button(words.save, () => void save().catch(() => undefined)),
    ),
    !safeStart && h('p', { class: styles.quiet }, words.safeHelp),
    h('details', {}, h('summary', {}, text.fault.details), h('pre', { tabindex: 0 }, detail ?? message)),
    report(),
  );
}

function button(name: string, click: () => void): HTMLButtonElement {
  const made = h('button', { type: 'button' }, name);
  on(made, 'click', click);
  return made;
}

/** What happened, as text to send; asked for when it is opened. */
function report(): HTMLElement {
  const field = h('textarea', { readonly: true, rows: 14, 'aria-label': words.report });
  const told = h('span', { role: 'status', class: styles.quiet });
  const copy = button(words.copy, () => {
    navigator.clipboard.writeText(field.value).then(
      () => told.replaceChildren(words.copied),
      () => told.replaceChildren(words.notCopied),
    );
  });
  const parts = h(
    'details',
    {},
    h('summary', {}, words.report),
    h('p', { class: styles.quiet }, words.reportIntro),
    field,
    h('p', { class: styles.ways }, copy, told),
  );
  on(parts, 'toggle', () => {
    if (parts.open && field.value === '') void reportNow().then((said) => (field.value = said));
  });
  return parts;
}

/** The report without anything that a person wrote; where it cannot be made, the last events alone. */
async function reportNow(): Promise<string> {
  try {
    const [{ gather }, { reportOf }] = await Promise.all([
      import('../../features/report/gather.ts'),
      import('../../features/report/report.ts'),
    ]);
    return reportOf(await gather(), { sentences: false, project: false });
  } catch {
    return logEntries()
      .map(({ at, what }) => `- ${(at / 1000).toFixed(1)} ${what}`)
      .join('\n');
  }
}

/** As the page was drawn, else as it was chosen or is wanted by the system. */
function schemeNow(): 'light' | 'dark' {
  const known = document.documentElement.dataset['mantineColorScheme'] ?? browserStorage.read(STORAGE_KEYS.scheme);
  if (known === 'light' || known === 'dark') return known;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
