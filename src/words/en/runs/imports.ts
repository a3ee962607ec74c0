/** Runs that something else trained, opened here. */
export const importText = {
  /** By what wrote the files. */
  sources: {
    'prime-rl': 'prime-rl',
    verl: 'verl',
    trl: 'TRL',
    verifiers: 'verifiers',
    areal: 'AReaL',
    opentelemetry: 'OpenTelemetry',
    langsmith: 'LangSmith',
    langfuse: 'Langfuse',
    phoenix: 'Phoenix',
    tfevents: 'TensorBoard',
    wandb: 'W&B',
    trackio: 'trackio',
    metrics: 'metrics',
    unknown: 'rows of your own',
  },
  unnamed: 'Imported run',
  description: 'The team of a run that something else trained, as far as its files tell it. What they do not tell is unknown.',
  noEnvironment: 'The environment of this run is not in its files. Put yours here to play its episodes on.',
  noStep: (episodes: number) =>
    `The files do not say at which step ${episodes === 1 ? 'one episode was' : `${episodes} episodes were`} played: they stand at iteration 0.`,
  crowded: 'There are more agents than the 32 of a team: those that came last are together under “others”.',
};
