/** What Monaco is given by the page. It looks while its own modules are loaded, so this is loaded before them. */
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker';
import TsWorker from 'monaco-editor/languages/features/typescript/ts.worker.js?worker';
import { linesPolicy } from '../browser/trusted.ts';

self.MonacoEnvironment = {
  createTrustedTypesPolicy: () => linesPolicy,
  getWorker: (_id: string, label: string) => (label === 'typescript' || label === 'javascript' ? new TsWorker() : new EditorWorker()),
};
