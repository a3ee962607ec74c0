/** What Monaco is given by the page. It looks while its own modules are loaded, so this is loaded before them. */
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker';
import TsWorker from 'monaco-editor/languages/features/typescript/ts.worker.js?worker';
import { editorRules } from '../browser/trusted.ts';

/** In place of the dozen that Monaco asks for by name, which would let everything through. */
const policy = window.trustedTypes?.createPolicy('monaco', editorRules);

self.MonacoEnvironment = {
  createTrustedTypesPolicy: () => policy,
  getWorker: (_id: string, label: string) => (label === 'typescript' || label === 'javascript' ? new TsWorker() : new EditorWorker()),
};
