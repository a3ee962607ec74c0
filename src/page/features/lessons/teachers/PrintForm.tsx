/** A form of the final test on paper: for students the questions alone; for teachers with the right answers, the mistakes behind the others, and why. */
import { INVENTORY, type InventoryForm } from '../../../../core/lessons/inventory.ts';
import { worded } from '../../../../core/faults.ts';
import { useForm } from '../../../kit/lessons/useForm.ts';
import { lessonsText, teachersText, testText } from '../../../../words/words.ts';
import type { PrintCopy } from './PrintLesson.tsx';
import { PrintMarkdown } from './PrintMarkdown.tsx';
import styles from './print.module.css';

interface Props {
  readonly form: InventoryForm;
  readonly copy: PrintCopy;
}

export function PrintForm({ form, copy }: Props) {
  const { words: said, fault } = useForm(form);
  if (!said) return <p role="status">{fault ? worded(fault).message : testText.loading}</p>;
  return (
    <article className={styles.lesson} data-prints={form}>
      <h1>{said.title}</h1>
      {INVENTORY[form].map((item, index) => {
        const its = said.steps.find(({ id }) => id === item.id);
        return (
          its && (
            <section key={item.id} className={styles.step}>
              <h2>
                {index + 1}. {its.title}
              </h2>
              <PrintMarkdown>{its.text}</PrintMarkdown>
              <ul className={styles.options}>
                {item.options.map((option) => (
                  <li key={option} data-right={(copy === 'teachers' && option === item.right) || undefined}>
                    <PrintMarkdown>{its.options[option] ?? option}</PrintMarkdown>
                    {copy === 'teachers' && its.mistakes[option] !== undefined && (
                      <PrintMarkdown>{`*${its.mistakes[option]}*`}</PrintMarkdown>
                    )}
                  </li>
                ))}
              </ul>
              {copy === 'teachers' && (
                <>
                  <Part name={teachersText.answerOf.check}>{its.options[item.right] ?? item.right}</Part>
                  {its.after !== null && <Part name={teachersText.print.after}>{its.after}</Part>}
                  {its.sources !== null && <Part name={lessonsText.head.sources}>{its.sources}</Part>}
                </>
              )}
            </section>
          )
        );
      })}
    </article>
  );
}

const Part = ({ name, children }: { readonly name: string; readonly children: string }) => (
  <div className={styles.part}>
    <h3>{name}</h3>
    <PrintMarkdown>{children}</PrintMarkdown>
  </div>
);
