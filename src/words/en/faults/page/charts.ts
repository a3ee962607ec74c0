/** What is wrong with charts that are saved. */
export const chartFaults = {
  E_CHART_PNG: () => ({ message: 'The browser could not draw this chart as a PNG.', hint: 'Save it as SVG instead.' }),
};
