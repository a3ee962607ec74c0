/** Chinese words of the page's newer versions. */
import type { offlineEn } from '../../en/shell/offline.ts';
import type { Translated } from '../../forms/translated.ts';

export const offlineZh: Translated<typeof offlineEn> = {
  newVersion: '工作台有新版本了',
  newVersionText: '重新加载页面后，新版本会取代当前版本。你的项目和运行都会保留。',
  reload: '立即重新加载',
};
