/** Chinese words of what is wrong with charts that are saved. */
import type { chartFaults } from '../../../en/faults/page/charts.ts';
import type { Translated } from '../../../forms/translated.ts';

export const chartFaultsZh: Translated<typeof chartFaults> = {
  E_CHART_PNG: () => ({ message: '浏览器没能把这张图表画成 PNG。', hint: '请改存为 SVG。' }),
};
