/** Chinese words of what keeps runs from being kept, listed, read or gone on with. */
import type { runsFaults } from '../../../en/faults/running/runs.ts';
import type { Translated } from '../../../forms/translated.ts';

export const runsFaultsZh: Translated<typeof runsFaults> = {
  E_LIBRARY_FULL: ({ found }) => {
    switch (found) {
      case 'page':
        return {
          message: '这个浏览器没有空间再给这个页面：新的运行不会保存，关闭这个标签页后就会消失。',
          hint: '请删除不再需要的运行，或者在磁盘上腾出空间。已保存的运行没有受损。',
        };
      case 'run_taken_in':
        return {
          message: '这个浏览器没有空间保存这次运行。',
          hint: '请删除不再需要的运行，然后重新打开它。',
        };
      case 'run_goes_on':
        return {
          message: '这个浏览器没有空间保存这次运行；它在内存中继续。',
          hint: '请删除不再需要的运行，这样就会继续保存。请在关闭标签页之前导出它。',
        };
    }
  },
  E_LIBRARY_UNAVAILABLE: ({ found }) =>
    found === 'full'
      ? {
          message: '这个浏览器没有剩余空间，所以什么也不保存：关闭这个标签页后运行就会消失，以前访问时的运行也无法显示。',
          hint: '请在磁盘上腾出空间，然后重新加载页面。已保存的运行没有受损。',
        }
      : {
          message: '这个浏览器不为这个页面保存文件，所以运行只保留到关闭这个标签页为止。',
          hint: '隐私窗口和较旧的浏览器会这样。请导出你想保留的内容。',
        },
  E_LIBRARY_WRITE: ({ said }) => ({
    message: `这次运行无法写入这个浏览器的存储；它在内存中继续。${said ?? ''}`,
    hint: '每隔几秒会再试一次。请在关闭标签页之前导出它。',
  }),
  E_RUN_GIVEN: ({ project, metrics }) => ({
    message: `这不是可以导入的运行：它需要一个 ${project} 和一个有行的 ${metrics}。`,
    hint: '请使用「导出」生成的 zip，或者「npm run train -- --out DIR」写出的文件夹。',
  }),
  E_RUN_BROKEN: ({ found }) => ({
    message: `这次运行无法读取：${found === 'gone' ? '它已不存在' : '它没有 card.json'}。`,
    hint: '请下载这个文件夹查看，或者删除这次运行。',
  }),
  E_RUN_FILE_MISSING: ({ file }) => ({
    message: `这次运行无法打开：它的文件夹里没有 ${file}。`,
    hint: '请下载这个文件夹查看，或者删除这次运行。',
  }),
  E_RUN_LIVE: () => ({
    message: '这次运行正在训练，在这里或另一个标签页里。',
    hint: '请先在那里停止它，或者等它结束。',
  }),
  E_CHECKPOINT_MISSING: ({ iteration, have }) => ({
    message: iteration === null ? '这次运行没有完整的检查点。' : `这次运行没有第 ${iteration} 次迭代的完整检查点。`,
    hint: have.length > 0 ? `它有这些迭代的检查点：${have.join('、')}。` : '它在第一个检查点之前就结束了。',
  }),
  E_RUN_DAMAGED: ({ damage }) => ({
    message: `这次运行已损坏：${damage ?? '它没有检查点'}，而且它的检查点没有一个是完好的。`,
    hint: '如果有它的导出文件，请打开导出文件；或者重新训练：同样的项目和种子会得到同样的运行。',
  }),
  E_RUN_MIXED: ({ iterations }) => ({
    message: `这次运行无法继续：第 ${iterations.join('、')} 次迭代的行有重复或次序错乱，好像有两个进程写过它们。`,
    hint: '无法知道它的检查点是哪一个写的。请重新训练：同样的项目和种子会得到同样的运行。',
  }),
};
