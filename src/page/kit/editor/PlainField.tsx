/** A plain text field with the same text, marks and keys as the editor that takes its place once it is wanted. */
import { useLayoutEffect, useRef } from 'react';
import type { CodeEditorProps } from './CodeEditor.tsx';
import styles from './editor.module.css';
import { type EditorMark, piecesOf } from './marks.ts';

/** Where a person was in the field when the editor took its place. */
export interface Handover {
  /** Offsets in the text; where they are one there is a cursor. */
  readonly start: number;
  readonly end: number;
  readonly scrollTop: number;
}

interface PlainFieldProps extends Pick<CodeEditorProps, 'ariaLabel' | 'value' | 'readOnly' | 'onChange' | 'onBlur'> {
  readonly marks?: readonly EditorMark[];
  /** The person is about to use it: the pointer is over it, or it has the focus. */
  readonly onWanted?: () => void;
  /** Whether signs are being put together (an input method), which must not be interrupted. */
  readonly onComposing?: (composing: boolean) => void;
  /** Called as the field goes away with the focus in it. */
  readonly onLeft?: (handover: Handover) => void;
}

const NO_MARKS: readonly EditorMark[] = [];

export function PlainField({
  ariaLabel,
  value,
  readOnly,
  onChange,
  onBlur,
  marks = NO_MARKS,
  onWanted,
  onComposing,
  onLeft,
}: PlainFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const behind = useRef<HTMLPreElement>(null);
  const left = useRef(onLeft);
  useLayoutEffect(() => {
    left.current = onLeft;
  });
  useLayoutEffect(() => {
    const element = field.current;
    return () => {
      if (!element || document.activeElement !== element) return;
      left.current?.({ start: element.selectionStart, end: element.selectionEnd, scrollTop: element.scrollTop });
    };
  }, []);
  return (
    // `nokey`: the canvas must not take keys pressed here for its own.
    <div className={`${styles.plain} nokey`} onPointerEnter={onWanted}>
      {/* A text field draws in one colour: the text with its marks lies behind it. */}
      <pre ref={behind} className={styles.behind} aria-hidden>
        {piecesOf(value, marks).map(({ text, kind }, index) =>
          kind === null ? (
            text
          ) : (
            <span key={index} className={CLASSES[kind]}>
              {text}
            </span>
          ),
        )}
        {'\n'}
      </pre>
      <textarea
        ref={field}
        className={styles.field}
        aria-label={ariaLabel}
        value={value}
        readOnly={readOnly}
        spellCheck={false}
        onFocus={onWanted}
        onBlur={onBlur}
        onCompositionStart={() => onComposing?.(true)}
        onCompositionEnd={() => onComposing?.(false)}
        onChange={(event) => onChange?.(event.currentTarget.value)}
        onScroll={(event) => behind.current?.scrollTo({ top: event.currentTarget.scrollTop })}
      />
    </div>
  );
}

const CLASSES = { meaning: 'prompt-placeholder', plain: 'prompt-literal', doubt: styles.doubt } as const;
