/** What a metric is called in lists: its name on the page with the one it has in files, by which it can be found too. */
import { metricTitle } from '../../../kit/charts/metricTitle.ts';
import { GAP, inBrackets } from '../../../../words/words.ts';

export function metricLabel(metric: string): string {
  const { title } = metricTitle(metric);
  return title === metric ? metric : `${title}${GAP}${inBrackets(metric)}`;
}
