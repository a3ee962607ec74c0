/** Chinese words of a run whose graphics device is lost: how it goes on. */
import type { lostDeviceText } from '../../en/runs/lostDevice.ts';
import type { Translated } from '../../forms/translated.ts';

const part = ({ iteration }: { readonly iteration: number }): string =>
  iteration === 0 ? '评估未训练的团队时' : `第 ${iteration} 次迭代时`;

export const lostDeviceZh: Translated<typeof lostDeviceText> = {
  reason: '图形设备丢失后重新打开',
  again: (lost) =>
    `${part(lost)}，图形设备丢失了。已在 ${lost.backend} 上重新打开（第 ${lost.attempt} 次尝试，共 ${lost.attempts} 次），从最后一次完成的迭代留下的团队开始，把这一段已算过的重新计算。`,
  server: (lost) =>
    `${part(lost)}，与 ${lost.server} 的服务器失去了联系。已在那里新建适配器，并载入最后一次完成的迭代留下的团队（第 ${lost.attempt} 次尝试，共 ${lost.attempts} 次）；此后做过的都重新做。`,
  elsewhere: (lost) =>
    `${part(lost)}，图形设备丢失了，${lost.attempts} 次继续使用它的尝试都失败了。运行改在 ${lost.to} 上继续，从最后一次完成的迭代留下的团队开始；从这里起，它的数字与 ${lost.from} 的在末尾几位上不同，所以无法只在其中一个上重现。`,
};
