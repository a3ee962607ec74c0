/** Spans of a text that mean something, in Monaco: coloured, explained on hover, and offered behind an opening brace. */
import type { editor, IDisposable, languages } from 'monaco-editor/editor';
import type { MonacoStatus } from './useMonaco.ts';

type Monaco = Extract<MonacoStatus, { status: 'ready' }>['monaco'];

export interface EditorMark {
  /** Offsets in the text; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** `doubt`: probably a mistake; it is underlined and told. */
  readonly kind: 'meaning' | 'plain' | 'doubt';
  readonly message: string;
}

export interface EditorCompletion {
  /** With its braces. */
  readonly text: string;
  /** What it stands for now. */
  readonly detail: string;
  readonly help: string;
}

export interface EditorInsertion {
  readonly text: string;
}

/** A text cut where its marks begin and end; `kind` is null where nothing is marked. */
export function piecesOf(
  text: string,
  marks: readonly EditorMark[],
): { readonly text: string; readonly kind: EditorMark['kind'] | null }[] {
  const pieces: { text: string; kind: EditorMark['kind'] | null }[] = [];
  let written = 0;
  for (const { start, end, kind } of marks.toSorted((a, b) => a.start - b.start)) {
    if (start < written) continue; // inside the one before
    if (start > written) pieces.push({ text: text.slice(written, start), kind: null });
    pieces.push({ text: text.slice(start, end), kind });
    written = end;
  }
  if (written < text.length) pieces.push({ text: text.slice(written), kind: null });
  return pieces;
}

function rangeOf(monaco: Monaco, model: editor.ITextModel, { start, end }: Pick<EditorMark, 'start' | 'end'>) {
  // Offsets count `\n` as one, whatever the model's line ends are: prompts come from JSON and text fields.
  return monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end));
}

export function decorationsOf(monaco: Monaco, model: editor.ITextModel, marks: readonly EditorMark[]): editor.IModelDeltaDecoration[] {
  return marks
    .filter(({ kind }) => kind !== 'doubt')
    .map((mark) => ({
      range: rangeOf(monaco, model, mark),
      options: {
        inlineClassName: mark.kind === 'meaning' ? 'prompt-placeholder' : 'prompt-literal',
        hoverMessage: { value: mark.message },
      },
    }));
}

export function markersOf(monaco: Monaco, model: editor.ITextModel, marks: readonly EditorMark[]): editor.IMarkerData[] {
  return marks
    .filter(({ kind }) => kind === 'doubt')
    .map((mark) => {
      const { startLineNumber, startColumn, endLineNumber, endColumn } = rangeOf(monaco, model, mark);
      return { severity: monaco.MarkerSeverity.Warning, message: mark.message, startLineNumber, startColumn, endLineNumber, endColumn };
    });
}

/** Offers `completions` of this model behind `{`, and wherever they are asked for. */
export function completeBraces(monaco: Monaco, mine: editor.ITextModel, completions: () => readonly EditorCompletion[]): IDisposable {
  return monaco.languages.registerCompletionItemProvider(mine.getLanguageId(), {
    triggerCharacters: ['{'],
    provideCompletionItems: (model, position): languages.CompletionList => {
      if (model !== mine || completions().length === 0) return { suggestions: [] };
      const line = model.getLineContent(position.lineNumber);
      const before = /\{[A-Za-z_]*$/.exec(line.slice(0, position.column - 1))?.[0] ?? '';
      const after = /^[A-Za-z_]*\}?/.exec(line.slice(position.column - 1))?.[0] ?? '';
      const range = new monaco.Range(
        position.lineNumber,
        position.column - before.length,
        position.lineNumber,
        // What stands behind the cursor goes only where a brace is open.
        position.column + (before === '' ? 0 : after.length),
      );
      return {
        suggestions: completions().map(({ text, detail, help }, index) => ({
          label: text,
          kind: monaco.languages.CompletionItemKind.Variable,
          detail,
          documentation: help,
          insertText: text,
          filterText: text,
          sortText: String(index).padStart(3, '0'),
          range,
        })),
      };
    },
  });
}
