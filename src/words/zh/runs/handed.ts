/** Chinese words of the terminal where it hands the files of a run over to the page. */
import type { handedText } from '../../en/runs/handed.ts';
import type { Translated } from '../../forms/translated.ts';

export const handedZh: Translated<typeof handedText> = {
  refused: {
    nothing: '这里没有这个文件。',
    method: '这里只能读取文件，不能做别的。',
    range: '必须指明文件的一段，在文件之内，且不能太长。',
    changed: '它已不是移交时列出的那个文件。',
    shorter: '移交之后它变短了。',
    disk: (reason) => `${reason}。`,
  },
  started: (name, files, size) => `打开 ${name}：${files} 个文件，${size}。全部只在原处读取。`,
  left: ({ links, hidden, closed }) =>
    [
      ...(links > 0 ? [`${links} 个链接`] : []),
      ...(hidden > 0 ? [`${hidden} 个隐藏的文件或文件夹`] : []),
      ...(closed > 0 ? [`${closed} 个你无权读取的文件夹`] : []),
    ].join('、'),
  leftOut: (what) => `没有包括：${what}。`,
  tunnel: (port, host) =>
    `在你面前的计算机上运行：ssh -N -L ${port}:localhost:${port} ${host}，再在那里打开这个地址。知道地址的人都能读取这些文件。`,
};
