/** Whether keys pressed at `target` are typing, so that no shortcut may take them. */
export function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select, .monaco-editor') !== null);
}
