/**
 * The browser's own copy, cut and paste on the canvas: they need no permission. They count only while the canvas has the
 * focus, no text is selected and nobody types, so that words can be copied everywhere as usual.
 */
import { useEffect, type RefObject } from 'react';
import { isTextField } from '../../../kit/layout/textField.ts';
import { copiedText, pasteText, removeCut } from '../model/clipboardActions.ts';

export function useCanvasClipboard(canvas: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isOurs = (): boolean => {
      const { activeElement } = document;
      return canvas.current?.contains(activeElement) === true && !isTextField(activeElement) && isNothingSelected();
    };
    const onCopy = (event: ClipboardEvent): void => {
      const text = isOurs() ? copiedText() : null;
      if (text === null) return;
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      if (event.type === 'cut') removeCut();
    };
    const onPaste = (event: ClipboardEvent): void => {
      if (!isOurs()) return;
      event.preventDefault();
      pasteText(event.clipboardData?.getData('text/plain') ?? '');
    };
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCopy);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCopy);
      document.removeEventListener('paste', onPaste);
    };
  }, [canvas]);
}

function isNothingSelected(): boolean {
  return document.getSelection()?.isCollapsed !== false;
}
