/** The words of a form of the final test, fetched when they are first shown. */
import { useEffect, useState } from 'react';
import { faultFrom, type Fault } from '../../../core/faults.ts';
import type { InventoryForm } from '../../../core/lessons/inventory.ts';
import type { CourseWords } from '../../../core/lessons/words.ts';
import { loadForm } from '../../../inventory/index.ts';
import { languageSpoken } from '../../../words/words.ts';

export type FormWords = CourseWords<InventoryForm>;

const known = new Map<InventoryForm, FormWords>();

/** Null while it is fetched. */
export function useForm(form: InventoryForm): {
  readonly words: FormWords | null;
  readonly fault: Fault | null;
  readonly retry: () => void;
} {
  const [, fetched] = useState(0);
  const [failed, setFailed] = useState<{ readonly form: InventoryForm; readonly fault: Fault } | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (known.has(form)) return undefined;
    let stale = false;
    loadForm(form, languageSpoken()).then(
      (words) => {
        known.set(form, words);
        if (!stale) fetched((count) => count + 1);
      },
      (error: unknown) => {
        if (!stale) setFailed({ form, fault: faultFrom(error) });
      },
    );
    return () => {
      stale = true;
    };
  }, [form, tries]);
  return {
    words: known.get(form) ?? null,
    fault: failed?.form === form ? failed.fault : null,
    retry: () => {
      setFailed(null);
      setTries(tries + 1);
    },
  };
}
