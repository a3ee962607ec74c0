/** Short messages in the corner, for what needs no answer. */
import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { text } from '../../../words/words.ts';
import { logged } from '../../state/log/log.ts';
import { Said } from '../help/DocLink.tsx';

const closeButtonProps = { 'aria-label': text.product.closeMessage };

/** With the documents that it names as links. */
const said = (message: string) => (message.includes('docs/') ? createElement(Said, null, message) : message);

/** Something was done. */
export function notifyDone(title: string, message: string): void {
  notifications.show({ title, message, color: 'ink', autoClose: 5000, closeButtonProps });
}

/** The refusal told last, which two parts of the page may both have noticed. */
let told = { title: '', message: '', at: 0 };

/** Something was refused, and why; the id keeps repeated refusals from piling up, and one reason is told under one title. */
export function notifyRefused(title: string, message: string): void {
  const now = performance.now();
  if (told.message === message && told.title !== title && now - told.at < 1000) return;
  told = { title, message, at: now };
  logged('refused', `${title}: ${message}`);
  notifications.hide(title);
  notifications.show({ id: title, title, message: said(message), color: 'red', autoClose: 8000, role: 'alert', closeButtonProps });
}

/** Something that is to be read, however late a person looks. */
export function notifyLasting(title: string, message: string): void {
  logged('told', `${title}: ${message}`);
  notifications.show({ id: title, title, message: said(message), color: 'red', autoClose: false, role: 'alert', closeButtonProps });
}
