/** The words of the final test, taken in by the bundler: each form in each language is fetched when it is asked for. */
import { type InventoryForm } from '../core/lessons/inventory.ts';
import type { Language } from '../core/lessons/lesson.ts';
import { parseWords } from '../core/lessons/parseWords.ts';
import type { CourseWords } from '../core/lessons/words.ts';

const FORMS = import.meta.glob<string>('./*.md', { query: '?raw', import: 'default' });

/** The words of a form, an item a step. Rejects with what the fetching says, or `E_LESSON_WORDS`. */
export async function loadForm(form: InventoryForm, language: Language): Promise<CourseWords<InventoryForm>> {
  const file = `./form${form}.${language}.md`;
  const load = FORMS[file];
  if (!load) throw new Error(`There is no ${file}.`);
  return parseWords(await load(), form, language, `src/inventory/form${form}.${language}.md`);
}
