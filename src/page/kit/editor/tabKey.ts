/** Whether Tab leaves a code editor or indents: nothing is edited by moving through the page with the keyboard, and who writes can indent. */
import type { editor, IDisposable } from 'monaco-editor/editor';

/**
 * Tab leaves until something is pointed at or written in the editor; from then on it indents, until Escape is pressed or the editor is left.
 * `tell` hears which of the two it does from now on. A key that closed one of the editor's own widgets is no such Escape.
 */
export function leaveByTab(view: editor.IStandaloneCodeEditor, tell: (leaves: boolean) => void): IDisposable {
  const container = view.getContainerDomNode();
  const leaves = (tabFocusMode: boolean): void => {
    view.updateOptions({ tabFocusMode });
    tell(tabFocusMode);
  };
  const indents = (): void => leaves(false);
  const escape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented) leaves(true);
  };
  leaves(true);
  container.addEventListener('pointerdown', indents);
  container.addEventListener('keydown', escape);
  const written = view.onDidChangeModelContent(({ isFlush }) => {
    if (!isFlush) indents();
  });
  const left = view.onDidBlurEditorText(() => leaves(true));
  return {
    dispose: () => {
      container.removeEventListener('pointerdown', indents);
      container.removeEventListener('keydown', escape);
      written.dispose();
      left.dispose();
    },
  };
}
