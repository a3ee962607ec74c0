/**
 * A number that is checked while it is typed. A text that is no permitted number stays in the field with the reason below,
 * and the last permitted value stays in use. Exponents such as `3e-3` may be typed. A field with `onEmpty` may be left
 * empty, which is then a value of its own (null).
 */
import { TextInput } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { documentStore } from '../../state/document/document.ts';
import { GAP, text } from '../../../words/words.ts';

interface NumberFieldProps {
  readonly label: ReactNode;
  /** Needed when the label is not a plain text. */
  readonly ariaLabel?: string;
  readonly help?: string;
  readonly value: number | null;
  /** Takes a finite number into the document; returns the reason when it may not be. */
  readonly onChange: (value: number) => string | null;
  /** Takes emptiness into the document; without it a number is needed. */
  readonly onEmpty?: () => string | null;
  /** What an empty field stands for. */
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** What is wrong with the value in use. */
  readonly error?: string | null;
  /** Told whether what stands in the field may not be. Who asks uses no value in its stead, so that none is said to stay in use. */
  readonly onInvalid?: (invalid: boolean) => void;
}

export function NumberField({
  label,
  ariaLabel,
  help,
  value,
  onChange,
  onEmpty,
  placeholder,
  disabled,
  error,
  onInvalid,
}: NumberFieldProps) {
  const [draft, setDraft] = useState<{ readonly typed: string; readonly beside: number | null; readonly problem: string | null } | null>(
    null,
  );
  // An undo or a reset changes the value under the field: what was typed before is void then.
  const live = draft && (draft.beside === value || numberOf(draft.typed) === value) ? draft : null;
  const shown = value === null ? '' : String(value);

  const problem = live?.problem ?? null;
  const invalid = problem !== null && !disabled;
  useEffect(() => {
    if (!invalid || !onInvalid) return undefined;
    onInvalid(true);
    return () => onInvalid(false);
  }, [invalid, onInvalid]);

  const take = (typed: string): void => {
    const number = numberOf(typed);
    const found =
      number === null && onEmpty ? onEmpty() : number !== null && Number.isFinite(number) ? onChange(number) : text.training.invalidNumber;
    setDraft({ typed, beside: found ? value : number, problem: found });
  };
  return (
    <TextInput
      label={label}
      aria-label={ariaLabel}
      description={help}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder}
      disabled={disabled}
      classNames={{ input: 'tabular' }}
      value={live?.typed ?? shown}
      error={problem === null ? error : onInvalid ? problem : `${problem}${GAP}${text.training.staysInUse(shown || text.training.nothing)}`}
      onChange={(event) => take(event.currentTarget.value)}
      onBlur={() => {
        documentStore.getState().commitBurst();
        if (problem === null) setDraft(null);
      }}
    />
  );
}

/** What a text says: a number, NaN when it is none, null when there is nothing. */
function numberOf(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed);
}
