/** Chinese words around the cards of the gallery and on them; a project that is begun keeps its own name. */
import type { galleryEn } from '../../en/shell/gallery.ts';
import type { Translated } from '../../forms/translated.ts';
import { galleryCardsZh as cards } from './galleryCards.ts';

const duration = (seconds: number): string => (seconds < 60 ? `${seconds} 秒` : `${Math.round(seconds / 30) / 2} 分钟`);

export const galleryZh: Translated<typeof galleryEn> = {
  models: {
    'stories-duo': cards['stories-duo'].title,
    'gsm8k-duo': cards['gsm8k-duo'].title,
    enough: cards.enough.title,
    switchboard: cards.switchboard.title,
    dispatch: cards.dispatch.title,
  },
  cards,
  tagNames: {
    'first steps': '入门',
    credit: '信用',
    graph: '依赖图',
    orchestrator: '调度者',
    'multi-turn': '多轮次',
    'hidden information': '隐藏信息',
    'partial rewards': '部分奖励',
  },
  label: '模板',
  intro: '每个模板都会打开成你的一个新项目，现在打开的项目会保留。小曲线是事先录制、随模板附带的一次运行：其各回合的平均奖励。',
  search: '搜索模板',
  tags: '主题',
  look: '请看：',
  team: (agents) => `${agents} 个智能体`,
  run: (iterations, seconds) => `${iterations} 次迭代${seconds === null ? '' : `，在两个 CPU 核上约 ${duration(seconds)}`}`,
  needs: {
    shipped: (base, size) => `它的基座模型 ${base}${size} 随工作台提供，开始时获取`,
    hub: (base, size) => `需要 Hugging Face Hub 的 ${base}${size}，工作台不附带：没有它也能打开，并会说明怎样获取`,
    own: (base, size) => `需要基座模型 ${base}${size}，在作者那里`,
  },
  by: (author, licence) => `${author} · ${licence}`,
  picture: '画成图的团队',
  reward: (first, last) => `奖励 ${first} → ${last}`,
  curve: (first, last) => `录制的运行：第一次迭代平均奖励 ${first}，最后一次 ${last}`,
  blank: '空白项目',
  blankShows: '一个智能体，一个从模板写起的环境，默认设置。',
  none: (words) => (words === '' ? '没有模板同时涉及这些主题。' : `没有找到与「${words}」相符的模板。`),
  all: '显示全部',
  starting: '正在获取项目……',
  fetching: '正在获取图库……',
  again: '再试一次',
  count: (hits) => `${hits} 个模板`,
};
