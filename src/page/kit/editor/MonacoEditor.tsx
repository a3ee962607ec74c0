/** One Monaco editor over one model of its own; both live as long as the component. */
import type { editor } from 'monaco-editor/editor';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { text as words } from '../../../words/words.ts';
import { useScheme } from '../theme/useScheme.ts';
import type { CodeEditorProps } from './CodeEditor.tsx';
import { completeBraces, decorationsOf, type EditorCompletion, type EditorMark, markersOf } from './marks.ts';
import styles from './editor.module.css';
import type { Handover } from './PlainField.tsx';
import { leaveByTab } from './tabKey.ts';
import type { MonacoStatus } from './useMonaco.ts';

export interface EditorMarker {
  readonly line: number;
  readonly column?: number;
  readonly message: string;
  /** Who says so, shown beside the message. */
  readonly source: string;
}

export interface EditorLocation {
  readonly line: number;
  readonly column?: number;
}

interface MonacoEditorProps extends CodeEditorProps {
  readonly monaco: Extract<MonacoStatus, { status: 'ready' }>['monaco'];
  /** Where a person was in the plain field when this editor came in its place; null where nobody was, and the next time. */
  readonly takeHandover: () => Handover | null;
}

const COMMON: editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  minimap: { enabled: false },
  fontSize: 13,
  scrollBeyondLastLine: false,
  fixedOverflowWidgets: true,
  padding: { top: 6, bottom: 6 },
  renderLineHighlightOnlyWhenFocus: true,
};

/** A prompt is prose: Tab leaves the field, and nothing is suggested or underlined. */
const PROSE: editor.IStandaloneEditorConstructionOptions = {
  lineNumbers: 'off',
  folding: false,
  glyphMargin: false,
  lineDecorationsWidth: 8,
  wordWrap: 'on',
  tabFocusMode: true,
  quickSuggestions: false,
  wordBasedSuggestions: 'off',
  unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
  occurrencesHighlight: 'off',
  // A prompt's first space is a token of its own: show it.
  renderWhitespace: 'boundary',
  guides: { indentation: false },
  overviewRulerLanes: 0,
  hideCursorInOverviewRuler: true,
  // A file dropped on a prompt is an agent, not a text to be put in.
  dropIntoEditor: { enabled: false },
};

const CODE: editor.IStandaloneEditorConstructionOptions = { tabSize: 2, wordWrap: 'off', lineNumbersMinChars: 3 };

/** Code somebody else wrote: nothing of it may hide in a long line, in invisible characters or in ones that look like others. */
const REVIEW: editor.IStandaloneEditorConstructionOptions = {
  readOnly: true,
  domReadOnly: true,
  wordWrap: 'on',
  stopRenderingLineAfter: -1,
  folding: false,
  renderControlCharacters: true,
  unicodeHighlight: { ambiguousCharacters: true, invisibleCharacters: true, includeComments: true, includeStrings: true },
};

const NONE: readonly EditorMarker[] = [];
const NO_MARKS: readonly EditorMark[] = [];
const NO_COMPLETIONS: readonly EditorCompletion[] = [];

export function MonacoEditor({
  monaco,
  language,
  path,
  ariaLabel,
  value,
  onChange,
  readOnly = false,
  onBlur,
  markers = NONE,
  marks = NO_MARKS,
  completions = NO_COMPLETIONS,
  insertion = null,
  focus = false,
  onFocused,
  reveal = null,
  takeHandover,
}: MonacoEditorProps) {
  const element = useRef<HTMLDivElement>(null);
  const [tabLeaves, setTabLeaves] = useState(true);
  const model = useRef<editor.ITextModel | null>(null);
  const shown = useRef<editor.IStandaloneCodeEditor | null>(null);
  // What the newest render was given; a new editor for each keystroke would lose cursor and focus.
  const latest = useRef({ value, onChange, onBlur, completions });
  const scheme = useScheme();

  useLayoutEffect(() => {
    latest.current = { value, onChange, onBlur, completions };
  });

  // Before any key is pressed, since the plain field that it replaces is gone already.
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const text = monaco.editor.createModel(latest.current.value, language, monaco.Uri.parse(path));
    const view = monaco.editor.create(element.current, {
      ...COMMON,
      ...(language === 'plaintext' ? PROSE : CODE),
      ...(readOnly && REVIEW),
      model: text,
      ariaLabel,
    });
    model.current = text;
    shown.current = view;
    const was = takeHandover();
    if (was) {
      const [start, end] = [text.getPositionAt(was.start), text.getPositionAt(was.end)];
      view.setSelection(monaco.Range.fromPositions(start, end));
      view.setScrollTop(was.scrollTop);
      view.focus();
      // What would have been offered when the brace was typed.
      if (/\{[A-Za-z_]*$/.test(text.getValue().slice(0, was.start))) view.trigger('handover', 'editor.action.triggerSuggest', {});
    }
    const changed = text.onDidChangeContent((event) => {
      if (!event.isFlush) latest.current.onChange?.(text.getValue()); // a flush is the document's own text coming in
    });
    const offered = completeBraces(monaco, text, () => latest.current.completions);
    const left = view.onDidBlurEditorText(() => latest.current.onBlur?.());
    const tab = hasTabs(language, readOnly) ? leaveByTab(view, setTabLeaves) : null;
    return () => {
      changed.dispose();
      left.dispose();
      tab?.dispose();
      offered.dispose();
      view.dispose();
      text.dispose();
      model.current = null;
      shown.current = null;
    };
  }, [monaco, language, path, ariaLabel, readOnly, takeHandover]);

  // With the commit: an effect that waited would put the text of before over a key pressed meanwhile, and the cursor at its start.
  useLayoutEffect(() => {
    if (model.current && model.current.getValue() !== value) model.current.setValue(value);
  }, [value]);

  useEffect(() => {
    monaco.editor.setTheme(scheme === 'dark' ? 'page-dark' : 'page-light');
  }, [monaco, scheme]);

  useEffect(() => {
    const text = model.current;
    if (!text) return;
    monaco.editor.setModelMarkers(
      text,
      'sandbox',
      markers.map(({ line, column, message, source }) => {
        const startLineNumber = Math.min(Math.max(line, 1), text.getLineCount());
        return {
          severity: monaco.MarkerSeverity.Error,
          message,
          source,
          startLineNumber,
          startColumn: column ?? 1,
          endLineNumber: startLineNumber,
          endColumn: text.getLineMaxColumn(startLineNumber),
        };
      }),
    );
  }, [monaco, markers]);

  useEffect(() => {
    const text = model.current;
    if (!text || !shown.current) return undefined;
    const drawn = shown.current.createDecorationsCollection(decorationsOf(monaco, text, marks));
    monaco.editor.setModelMarkers(text, 'marks', markersOf(monaco, text, marks));
    return () => drawn.clear();
    // `value` moves what the marks stand on.
  }, [monaco, marks, value]);

  useEffect(() => {
    const view = shown.current;
    const selection = view?.getSelection();
    if (!insertion || !view || !selection) return;
    view.executeEdits('insertion', [{ range: selection, text: insertion.text, forceMoveMarkers: true }]);
    view.focus();
  }, [insertion]);

  useEffect(() => {
    if (!focus || !shown.current) return;
    shown.current.focus();
    onFocused?.();
  }, [focus, onFocused]);

  useEffect(() => {
    if (!reveal || !shown.current) return;
    const position = { lineNumber: reveal.line, column: reveal.column ?? 1 };
    shown.current.setPosition(position);
    shown.current.revealPositionInCenterIfOutsideViewport(position);
    shown.current.focus();
  }, [reveal]);

  // `nokey`: the canvas must not take keys pressed here for its own.
  return (
    <div className={styles.code}>
      <div ref={element} className="nokey" style={{ height: '100%', minHeight: 80 }} />
      {hasTabs(language, readOnly) && (
        <p className={styles.tab} role="status">
          {tabLeaves ? words.editor.tabLeaves : words.editor.tabIndents}
        </p>
      )}
    </div>
  );
}

/** Whether it is written in with Tab: in prose, and in what cannot be edited, Tab always leaves. */
const hasTabs = (language: CodeEditorProps['language'], readOnly: boolean): boolean => language !== 'plaintext' && !readOnly;
