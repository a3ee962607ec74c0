/** Chinese words of what is wrong with a project's folder in `gallery/`. */
import type { galleryFaults } from '../../../en/faults/files/gallery.ts';
import type { Translated } from '../../../forms/translated.ts';
import { notJsonZh } from '../../forms/notJson.ts';

const HOW = 'CONTRIBUTING.md 说明了图库里的项目由什么组成；「分享链接 › 用于图库的文件夹」可以生成一个。';

export const galleryFaultsZh: Translated<typeof galleryFaults> = {
  E_GALLERY_LIST: notJsonZh,
  E_GALLERY_CARD: (of) =>
    of.found === 'not_json' ? notJsonZh(of) : { message: `${of.subject} 不是图库的卡片。`, hint: `详情里列出了有问题的字段。${HOW}` },
  E_GALLERY_FILES: (of) => {
    switch (of.found) {
      case 'name':
        return { message: `gallery/${of.subject} 的名字不合规则。`, hint: '请用小写字母、数字和连字符。' };
      case 'missing':
        return { message: `${of.subject} 里没有 ${of.file}。`, hint: HOW };
      default:
        return {
          message: `${of.subject} 里有 ${of.file}，图库里的项目都不包含它。`,
          hint: '文件夹里有 card.json、project.json、picture.svg 或 picture.webp；录制过运行的，还有 run.zip。',
        };
    }
  },
  E_GALLERY_PICTURE: (of) => {
    switch (of.found) {
      case 'kind':
        return { message: `${of.subject} 不是它的名字所说的那种图片。`, hint: '它必须是 SVG 或 WebP。' };
      case 'active':
        return {
          message: `${of.subject} 引用了别的东西，或者里面有脚本。`,
          hint: '图片只能由图形和文字组成：请去掉脚本、链接、会加载内容的样式和嵌入的网页。',
        };
      case 'bytes':
        return { message: `${of.subject} 超过 ${of.most / 1000} kB。`, hint: '请画得少一些，或存为更小的 WebP。' };
    }
  },
  E_GALLERY_BASES: (of) => {
    switch (of.found) {
      case 'others':
        return { message: `${of.subject} 列出的基座模型与它的项目所用的不同：${of.needed}。`, hint: '请按这个顺序列出这些。' };
      case 'own':
        return {
          message: `${of.subject} 所用的「${of.base}」别人都没有。`,
          hint: '请为它选择随工作台提供的基座模型，或 Hub 上的模型；自己的基座模型可以先发布到 Hub。',
        };
      case 'bytes':
        return {
          message: `${of.subject} 写的「${of.base}」的大小与实际不符。`,
          hint: '这个大小是指它的权重的大小，以字节计。',
        };
    }
  },
  E_GALLERY_CLAIM: (of) =>
    of.found === 'unclaimed'
      ? {
          message: `${of.subject} 里写着「${of.sentence}」，却没有相应的论断。`,
          hint: '请只说这个项目是什么。一个团队后来怎样、与另一个相比怎样，都需要一条以证据文件为依据的论断（CONTRIBUTING.md，How evidence works）。',
        }
      : { message: `${of.subject}：${of.sentence}`, hint: '请修改这句话，或修改论断。' },
  E_GALLERY_RUN: (of) => {
    switch (of.found) {
      case 'missing':
        return { message: `${of.subject} 写明有一次录制的运行，但它不在那里。`, hint: HOW };
      case 'unnamed':
        return { message: `${of.subject} 里有 run.zip，它的卡片却没有提到。`, hint: '请写上 "run": "run.zip"，或删除这个文件。' };
      case 'project':
        return {
          message: `${of.subject} 里录制的运行与它的 project.json 不是同一个项目。`,
          hint: '请换成这次运行的项目，或训练现在的这个项目。',
        };
      case 'unread':
        return { message: `${of.subject} 里录制的运行无法打开。`, hint: '请从那次运行重新生成这个文件夹。' };
      case 'bytes':
        return {
          message: `${of.subject} 里录制的运行超过 ${of.most / 1000} kB。`,
          hint: '请少保留一些回合；「用于图库的文件夹」会保留三次迭代。',
        };
      case 'seeds':
        return { message: `${of.subject} 没有列出 ${of.seed}，也就是它录制的运行所用的种子。`, hint: '请把它加到种子里。' };
    }
  },
};
