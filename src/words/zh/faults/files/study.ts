/** Chinese words of what is wrong with the link of a study, a participant's code, or the file of one. */
import type { studyFaults } from '../../../en/faults/files/study.ts';
import type { Translated } from '../../../forms/translated.ts';

const LINK = '形式为 ?study=课.名称 或 ?study=课.名称.种子，例如 ?study=lazy-team.spring-2026.7（docs/study.md#the-link）。';

const LINK_DEFECTS = {
  parts: (part: string) => `这个研究链接不是由句点隔开的两段或三段：「${part}」。`,
  lesson: (part: string) => `这个研究链接里的课不存在：「${part}」。`,
  name: (part: string) => `这个研究链接里的名称不合规则：「${part}」。名称由小写字母、数字和单个连字符组成，最多 40 个字符。`,
  seed: (part: string) => `这个研究链接里的种子不合规则：「${part}」。种子是 0 到 4294967295 之间的整数。`,
};

const DEFECTS = {
  large: '它比任何一次参与的记录都大',
  cut: '最后一行没有结束',
  json: '这一行不是 JSON',
  header: '文件的第一行应当是研究的文件头（版本 1），含有效的课、名称、种子和代码',
  assignment: '按链接和代码，应当分到另一个条件或另一种试卷顺序',
  event: '这一行不是研究的事件：有字段缺失、未知或类型不对',
  time: '它的时间早于前面的内容',
  phase: '研究的这一部分不能接在前一部分之后',
  place: '这种事件不属于研究的这一部分',
  item: '这道题不在这次测验所用的试卷里',
  twice: '这道题在这次测验里已经答过',
  right: '答案对不对，与题库不符',
};

export const studyFaultsZh: Translated<typeof studyFaults> = {
  E_STUDY_LINK: ({ found, part }) => ({ message: LINK_DEFECTS[found](part), hint: LINK }),
  E_STUDY_CODE: () => ({
    message: '这不是有效的代码。',
    hint: '代码由 2 到 24 个字母（A 到 Z）和数字组成，中间可以有单个连字符，例如 P017。',
  }),
  E_STUDY_FILE: ({ subject, line, found }) => ({
    message: `${subject} 第 ${line} 行：${DEFECTS[found]}。`,
    hint: '请使用页面导出的原文件（docs/study.md#the-file）。',
  }),
  E_STUDY_STORAGE: () => ({
    message: '这个浏览器不为本页面保存任何内容：答案会丢失，最后一次测验也找不回来。',
    hint: '请允许本页面保存数据、退出无痕浏览，或换一个浏览器。',
  }),
  E_STUDY_LOST: () => ({
    message: '最后一个答案没能保存：浏览器的存储已满或被禁止。',
    hint: '请现在就下载您的文件，腾出空间，再重新加载页面。',
  }),
};
