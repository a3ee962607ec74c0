/** By how many iterations a finished run goes on. */
import type { ProjectDocument } from '../../../core/document/schema.ts';

/** A half of what it was begun with, at least one: enough to see whether it still rises. */
export function moreIterations({ document }: { readonly document: Pick<ProjectDocument, 'training'> }): number {
  return Math.max(1, Math.round(document.training.iterations / 2));
}
