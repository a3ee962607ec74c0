/**
 * A number that is checked while it is typed. A text that is no permitted number stays in the field with the reason below,
 * and the last permitted value stays in use. Exponents such as `3e-3` may be typed.
 */
import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { documentStore } from '../../stores/document.ts';
import { text } from '../text/text.ts';

interface NumberFieldProps {
  readonly label: ReactNode;
  /** Needed when the label is not a plain text. */
  readonly ariaLabel?: string;
  readonly help?: string;
  readonly value: number;
  /** Takes a finite number into the document; returns the reason when it may not be. */
  readonly onChange: (value: number) => string | null;
  readonly disabled?: boolean;
}

export function NumberField({ label, ariaLabel, help, value, onChange, disabled }: NumberFieldProps) {
  const [draft, setDraft] = useState<{ readonly typed: string; readonly beside: number; readonly problem: string | null } | null>(null);
  // An undo or a reset changes the value under the field: what was typed before is void then.
  const live = draft && (draft.beside === value || Number(draft.typed) === value) ? draft : null;

  const take = (typed: string): void => {
    const number = typed.trim() === '' ? Number.NaN : Number(typed);
    const problem = Number.isFinite(number) ? onChange(number) : text.training.invalidNumber;
    setDraft({ typed, beside: problem ? value : number, problem });
  };
  return (
    <TextInput
      label={label}
      aria-label={ariaLabel}
      description={help}
      inputMode="decimal"
      autoComplete="off"
      disabled={disabled}
      classNames={{ input: 'tabular' }}
      value={live?.typed ?? String(value)}
      error={live?.problem ? `${live.problem} ${text.training.staysInUse(String(value))}` : null}
      onChange={(event) => take(event.currentTarget.value)}
      onBlur={() => {
        documentStore.getState().commitBurst();
        if (!live?.problem) setDraft(null);
      }}
    />
  );
}
