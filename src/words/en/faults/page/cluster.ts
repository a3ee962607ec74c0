/** What keeps a job for a cluster from being put together. */

export const clusterFaults = {
  E_JOB_TERMINAL: ({ status }: { readonly status: number | null }) => ({
    message:
      status === null
        ? 'Our terminal, which goes with the job, did not arrive as it was packed.'
        : `Our terminal, which goes with the job, could not be fetched (${status}).`,
    hint: 'It is terminal.tgz beside the page. Reload and try again; a copy of the page needs that file too, served without a content encoding.',
  }),
  E_JOB_BASE: ({ name }: { readonly name: string }) => ({
    message: `The base model “${name}” is not in this browser, so it cannot go with the job.`,
    hint: 'Choose its folder under Training → Base model, then take the project to the cluster again; docs/cluster.md#a-job says what goes along.',
  }),
};
