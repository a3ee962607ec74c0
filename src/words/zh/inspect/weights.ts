/** Chinese words of what holding bases in fewer bits changes. */
import type { weightsEn } from '../../en/inspect/weights.ts';
import type { Translated } from '../../forms/translated.ts';

const tokens = (count: number): string => `${count.toLocaleString('zh-CN')} 个词元`;

export const weightsZh: Translated<typeof weightsEn> = {
  label: '减少位数会改变什么',
  measure: '测量减少位数的影响',
  again: '再测一次',
  cost: (form, most) => `把每个基座模型按其文件夹中的原样与 ${form} 相比，不带适配器，取最新回合中的最多 ${tokens(most)}。`,
  part: '已计算的词元',
  loading: '正在读取基座模型……',
  asStored: '基座模型以 f32 载入，与存储的一致：没有可比较的。',
  found: (base, form) => `${base}，${form}`,
  kl: (mean, most, token) => `平均每词元 ${mean} nat，最大 ${most}，在「${token}」处`,
  rests: (count, source, backend) => `在 ${source} 的 ${tokens(count)}上得出，计算后端 ${backend}。`,
  meaning: '下一个词元的 KL(存储 ‖ 载入)，取整个词表；0 表示完全是同一个模型。',
  notKept: '本浏览器不保存这次运行，所以标签页一关，这个结果就没有了。',
};
