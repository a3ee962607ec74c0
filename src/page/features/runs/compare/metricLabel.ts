/** What a metric is called in lists: its name on the page with the one it has in files, by which it can be found too. */
import { metricTitle } from '../../../kit/charts/metricTitle.ts';

export function metricLabel(metric: string): string {
  const { title } = metricTitle(metric);
  return title === metric ? metric : `${title} (${metric})`;
}
