/** Short messages in the corner, for what needs no answer. */
import { notifications } from '@mantine/notifications';
import { text } from '../text/text.ts';

const closeButtonProps = { 'aria-label': text.product.closeMessage };

/** Something was done. */
export function notifyDone(title: string, message: string): void {
  notifications.show({ title, message, color: 'ink', autoClose: 5000, closeButtonProps });
}

/** Something was refused, and why; the id keeps repeated refusals from piling up. */
export function notifyRefused(title: string, message: string): void {
  notifications.hide(title);
  notifications.show({ id: title, title, message, color: 'red', autoClose: 8000, role: 'alert', closeButtonProps });
}
