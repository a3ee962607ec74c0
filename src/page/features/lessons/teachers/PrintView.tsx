/**
 * Lessons and forms of the final test as they will be on paper, over the page, with a button that prints. The browser prints the sheet alone:
 * the page beneath is left out, and so is the bar above it.
 */
import { Button, CloseButton, FocusTrap, SegmentedControl, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { INVENTORY_FORMS } from '../../../../core/lessons/inventory.ts';
import { LESSONS } from '../../../../core/lessons/lesson.ts';
import { closePrintView, type Printed } from '../../../state/lessons/printing.ts';
import { teachersText } from '../../../../words/words.ts';
import { PrintForm } from './PrintForm.tsx';
import { PrintLesson, type PrintCopy } from './PrintLesson.tsx';
import styles from './print.module.css';
import { useLessonContents } from './useLessonContents.ts';
import { worded } from '../../../../core/faults.ts';

const words = teachersText.print;

/** It stands beside the page's panels: those are laid out anew for the width of paper while the browser prints. */
export function PrintView({ lessons: printed }: { readonly lessons: readonly Printed[] }) {
  const [copy, setCopy] = useState<PrintCopy>('students');
  const lessons = LESSONS.filter((lesson) => printed.includes(lesson));
  const { contents, fault } = useLessonContents(lessons);
  usePageAside();
  // Beside the page, not among its other overlays: those are within what is set aside.
  return createPortal(
    <FocusTrap>
      <div
        role="dialog"
        aria-modal
        aria-label={words.title}
        className={styles.view}
        onKeyDown={(event) => {
          if (event.key === 'Escape') closePrintView();
        }}
      >
        <div className={styles.bar}>
          <Button data-autofocus leftSection={<IconPrinter size={15} aria-hidden />} disabled={!contents} onClick={() => window.print()}>
            {words.print}
          </Button>
          <SegmentedControl
            size="xs"
            aria-label={words.copy}
            value={copy}
            data={(Object.keys(words.copies) as PrintCopy[]).map((value) => ({ value, label: words.copies[value] }))}
            onChange={(value) => setCopy(value as PrintCopy)}
          />
          <CloseButton ml="auto" aria-label={words.close} onClick={closePrintView} />
        </div>
        <div className={styles.sheet} data-print-sheet tabIndex={-1}>
          {contents?.map((one) => (
            <PrintLesson key={one.course.id} content={one} copy={copy} />
          ))}
          {INVENTORY_FORMS.filter((form) => printed.includes(form)).map((form) => (
            <PrintForm key={form} form={form} copy={copy} />
          ))}
          {!contents && <Text role="status">{fault ? worded(fault).message : teachersText.loading}</Text>}
        </div>
      </div>
    </FocusTrap>,
    document.body,
  );
}

/** While the view is open, the page beneath can neither be reached nor printed. */
function usePageAside(): void {
  useEffect(() => {
    const root = document.querySelector('#root');
    document.body.dataset['printing'] = '';
    root?.setAttribute('inert', '');
    return () => {
      delete document.body.dataset['printing'];
      root?.removeAttribute('inert');
    };
  }, []);
}
