/** Chinese words of why the process that serves the page refuses a request that is none of the page's own. */
import type { askerText } from '../../en/runs/asker.ts';
import type { Translated } from '../../forms/translated.ts';

const OPEN = '请在这台计算机上打开这个进程在终端里显示的地址。';

export const askerZh: Translated<typeof askerText> = {
  elsewhere: `除页面之外的内容，只有这台计算机可以向这个进程请求。${OPEN}`,
  host: (host) => `请求页面时用的地址是「${host}」，而那不是它的地址。${OPEN}`,
  origin: '除页面之外的内容，只有页面自己可以向这个进程请求，而这个请求来自别处。',
  method: (method) => `页面在这里不会发出 ${method} 请求。`,
  type: '页面提交的内容是 JSON。',
};
