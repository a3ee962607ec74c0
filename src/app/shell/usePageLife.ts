/** What happens when the page opens, is edited by keyboard, and closes. */
import { useEffect } from 'react';
import { documentStore } from '../../stores/document.ts';
import { keepPrepared } from '../../stores/engine.ts';
import { followLibrary } from '../../stores/library.ts';
import { followProjects } from '../projects/life.ts';
import { isTextField } from './textField.ts';

/** Keeps projects and runs in the browser, has the workers ready, and listens for undo and redo. */
export function usePageLife(): void {
  useEffect(() => {
    const stopProjects = followProjects();
    const stopPreparing = keepPrepared();
    const stopLibrary = followLibrary();

    window.addEventListener('keydown', undoByKey);
    return () => {
      stopProjects();
      stopPreparing();
      stopLibrary();
      window.removeEventListener('keydown', undoByKey);
    };
  }, []);
}

/** Ctrl or Cmd with Z, Shift+Z or Y; text fields and editors keep their own undo. */
function undoByKey(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || isTextField(event.target)) return;
  const key = event.key.toLowerCase();
  const { undo, redo } = documentStore.getState();
  if (key === 'z' && !event.shiftKey) undo();
  else if (key === 'y' || key === 'z') redo();
  else return;
  event.preventDefault();
}
