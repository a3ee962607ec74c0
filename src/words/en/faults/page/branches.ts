/** What is wrong with branches: what was tried with the episodes of a run. */

export const branchFaults = {
  /** `why`, `advice`: what is wrong and what to do about it, as whoever was to read them says. */
  E_BRANCH_READ: ({ why, advice }: { readonly why: string; readonly advice: string | null }) => ({
    message: `What was tried with this run could not be read: ${why}`,
    hint: `It may well still be there: come back to this view to try again. ${advice ?? ''}`.trim(),
  }),
  E_BRANCH_KEEP: () => ({
    message: 'What was tried could not be stored with its run.',
    hint: 'It is there until this tab closes. The browser may be out of space, or keep nothing for this page.',
  }),
  E_BRANCH_FUTURE: ({ name, format, reads }: { readonly name: string; readonly format: number; readonly reads: number }) => ({
    message: `A newer version of the workbench wrote the branch ${name} (format ${format}; this version reads up to ${reads}), so it is not shown.`,
    hint: 'It stays with the run, unchanged. Reload the page, or update the workbench, to see it.',
  }),
  E_BRANCH_FILE: ({ name }: { readonly name: string }) => ({
    message: `The branch ${name} is in a format this version cannot read, so it is not shown.`,
    hint: 'It stays with the run, unchanged.',
  }),
};
