/** Faults of no one part, in Chinese. */
import type { generalFaults } from '../../en/faults/general.ts';
import type { Translated } from '../../forms/translated.ts';

export const generalFaultsZh: Translated<typeof generalFaults> = {
  E_FETCH: ({ file }) => ({
    message: `${file === null ? '这个页面的一部分' : `「${file}」是这个页面的一部分，它`}没能下载下来。`,
    hint: '请检查网络连接，然后再试一次；如果连接正常，请重新加载页面：可能已有较新的版本取代了它。',
  }),
  E_INTERNAL: ({ said }) => ({
    message: `工作台内部出了问题：${said}`,
    hint: '你的项目和以往的运行没有受损。请连同下面的详情报告这个问题。',
  }),
};
