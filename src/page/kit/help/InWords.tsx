/** The way from something that is shown to the word behind it in the glossary, which is fetched once somebody asks. */
import { Suspense } from 'react';
import { useTeacherView } from '../../state/projects/teach.ts';
import type { TermId } from '../../../words/words.ts';
import { lazyPart } from '../parts/lazyPart.ts';

const TermLink = lazyPart(() => import('./TermLink.tsx').then((module) => ({ default: module.TermLink })));

/** Nothing where there is no word, or where a teacher’s view does without the place that has them. */
export function InWords({ id }: { readonly id: TermId | null | undefined }) {
  const view = useTeacherView();
  if (!id || (view && !view.places.includes('learn'))) return null;
  return (
    <Suspense fallback={null}>
      <TermLink id={id} />
    </Suspense>
  );
}
