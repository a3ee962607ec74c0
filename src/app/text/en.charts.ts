/** English texts of what can be done with the charts, and of charts of many runs; the charts' terms are in `en.inspect.ts`. */

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const chartsEn = {
  manyRuns: {
    /** Under the title, after the unit. */
    what: (most: number) => (most > 1 ? 'mean over runs and its 95 % interval (Student’s t)' : ''),
    /** `count` runs have a value there. */
    value: (mean: string, half: string | null, count: number) => (half === null ? mean : `${mean} ± ${half} (n = ${count})`),
    run: (label: string, value: string) => `${label}: ${value}`,
    extent: (group: string, runs: number, first: string, last: string) =>
      `${group}, ${plural(runs, 'run', 'runs')}: ${runs > 1 ? 'mean ' : ''}from ${first} to ${last}`,
    none: 'None of these runs has this metric',
    mean: (group: string) => `${group}: mean`,
    interval: (group: string) => `${group}: 95 %`,
    count: (group: string) => `${group}: runs`,
    groups: 'Settings',
  },
};
