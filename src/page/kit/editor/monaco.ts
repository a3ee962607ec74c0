/**
 * Monaco with its workers, in a chunk of its own that is loaded with the first editor. Only what the page needs: plain
 * text, TypeScript, and the types of `marft/env`.
 */
import './monacoEnvironment.ts';
import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/register.all';
import 'monaco-editor/languages/definitions/typescript/register';
import * as typescript from 'monaco-editor/languages/features/typescript/register';
import guestTypes from '../../../core/environment/guest.d.ts?raw';

typescript.typescriptDefaults.setCompilerOptions({
  // The enum ends at ES2020 and then ESNext: ES2022 would be undefined and silently mean ES5.
  target: typescript.ScriptTarget.ESNext,
  module: typescript.ModuleKind.ESNext,
  moduleResolution: typescript.ModuleResolutionKind.NodeJs,
  // No DOM: the sandbox has none, and the editor should say so.
  lib: ['es2023'],
  strict: true,
  noEmit: true,
  allowNonTsExtensions: true,
});
typescript.typescriptDefaults.addExtraLib(guestTypes, 'file:///node_modules/marft/env/index.d.ts');

monaco.editor.defineTheme('page-light', {
  base: 'vs',
  inherit: true,
  rules: [],
  colors: { 'editor.background': '#ffffff', 'editorLineNumber.foreground': '#6b7480' },
});
monaco.editor.defineTheme('page-dark', {
  base: 'vs-dark',
  inherit: true,
  rules: [{ token: 'comment', foreground: '82b06d' }],
  colors: { 'editor.background': '#171b21', 'editorLineNumber.foreground': '#8d98a5' },
});

export { monaco };
