/** Chinese words of projects: the menu, the list, links, bases that come along, and other tabs. */
import type { projectsEn } from '../../en/shell/projects.ts';
import { shortPrint } from '../../forms/saidOfBase.ts';
import type { Translated } from '../../forms/translated.ts';

const facts = (size: string | null, print: string | null): string => {
  const known = [
    ...(size === null ? [] : [size]),
    ...(print === null ? [] : [print === 'measuring' ? '正在计算指纹' : `指纹 ${shortPrint(print)}…`]),
  ];
  return known.length === 0 ? '' : `（${known.join('，')}）`;
};

export const projectsZh: Translated<typeof projectsEn> = {
  menu: {
    new: '新建……',
    newHelp: '从模板或空白开始；打开的项目会保留',
    open: '打开……',
    openHelp: '项目、角色配置、其他框架的团队、导出的运行或适配器（zip）、智能体，或题目的数据行；也可以拖放到任意位置',
    save: '保存为文件',
    saveHelp: '整个项目存成一个 JSON 文件',
    share: '分享链接……',
    shareHelp: '把项目写成一个网址；不会上传任何东西',
    teach: '教师链接……',
    teachHelp: '可以固定和隐藏控件的链接',
    cluster: '带到集群上……',
    clusterHelp: '一个 zip，可在终端里用 SkyRL 或 open-rl 训练这个项目',
    verifiers: '导出为 verifiers 环境……',
    verifiersHelp: '一个 Python 包，可在 verifiers 和 prime-rl 里使用这个团队',
    duplicate: '制作副本',
    duplicateHelp: '在副本里继续',
    projects: '全部项目……',
    projectsHelp: '这个浏览器里的所有项目：重命名、删除、恢复',
    profiles: '角色配置……',
    profilesHelp: '把团队写成 MARFT 自己的角色列表',
  },
  commands: {
    new: '从模板新建项目',
    open: '打开文件',
    save: '把项目保存为文件',
    duplicate: '制作项目的副本',
    list: '所有项目',
    profiles: '把团队保存为角色配置',
    blank: '新建空白项目',
    clusterAlso: 'export server tinker skyrl open-rl ray gpu job 导出 服务器 集群 作业',
    verifiersAlso: 'export verifiers prime-rl python environment package sii-marft 导出 环境 包',
    start: (name) => `从「${name}」开始`,
    noLesson: '没有教学视图。',
  },
  clusterTitle: '带到集群上',
  verifiersTitle: '导出为 verifiers 环境',
  galleryFolderTitle: '用于图库的文件夹',
  basesInTitle: '项目带有一个基座模型',
  teamInTitle: '来自别处的团队',
  untitled: '未命名',
  started: '新项目',
  notStarted: '没有新建项目',
  startedText: (name) => `这是「${name}」，一个独立的项目。`,
  needsModel: (base) =>
    `它以 ${base} 为基座：请在「基座模型 → 从 Hub 获取」下获取，或在那里选择你自己的文件夹。若没有在「环境」里附上题目文件，它就用自带的五道题。`,
  opened: '已打开',
  openedText: (name) => `「${name}」已打开。`,
  openedFrom: (name, file) => `已从 ${file} 中取出「${name}」。`,
  runTaken: (file, iteration) => `${file} 里的运行已加入你的运行；它在第 ${iteration} 次迭代。`,
  adapters: '适配器',
  adaptersText: (file, roles) => `下一次运行将从 ${file} 里的适配器开始：${roles}。`,
  kept: (name) => `「${name}」保留在「全部项目」里。`,
  copyOpened: (name) => `你现在编辑的是「${name}」；原来的项目原样保留。`,
  oneFile: '只打开了其中第一个文件。',

  drop: {
    title: '松开即可打开',
    accepted:
      '项目 · 角色配置 · LangGraph、AutoGen、AG2 或 crewAI 的团队 · 本工作台或其他训练器的运行（zip、文件夹或文件） · 适配器 · 智能体 · 题目的数据行（CSV、JSON、JSON Lines）',
  },

  basesIn: {
    looking: (file) => `正在查看 ${file}……`,
    intro: (name, file) => `来自 ${file} 的「${name}」用到这个浏览器里还没有的基座模型，文件里已经附带：`,
    base: (name, size, print) => `${name}：${size}，指纹 ${shortPrint(print)}…`,
    renamed: (name, own) => `这里已有一个不同的基座模型也叫「${own}」，它保持不变：这一个改名为「${name}」，项目里也这样称呼它。`,
    help: '它会保留在这个浏览器的「训练 → 基座模型」下，直到你在那里删除。',
    keep: '保留并打开',
    without: '不带它打开',
    kept: (name) => `它的基座模型「${name}」已保留在这个浏览器里。`,
    unkept: (name) => `它的基座模型「${name}」只在这个标签页关闭之前可用：浏览器没能保留它。`,
  },

  list: {
    title: '项目',
    label: '你的项目',
    intro: '只保留在这个浏览器里。重要的请保存为文件。',
    unavailable: '这个浏览器不保留任何内容：标签页关闭后，这些项目就没有了。',
    newer: '你的项目由更新版本的工作台保存在这里；它们没有改动，载入那个版本后会重新列出。这个版本中的项目在标签页关闭后就没有了。',
    open: (name) => `打开 ${name}`,
    current: '已打开',
    actions: (name) => `对 ${name} 的操作`,
    duplicate: '制作副本',
    rename: '重命名……',
    newName: (name) => `${name} 的新名称`,
    save: '保存为文件',
    delete: '删除',
    deleted: (name) => `「${name}」已删除。`,
    undo: '撤销',
    failed: '操作没有成功',
    removed: '已删除',
    removedHelp: '30 天内可以恢复。',
    restore: '恢复',
    purge: '永久删除',
    purgeQuestion: (name) => `永久删除「${name}」？此操作无法撤销。`,
    keep: '保留',
    loading: '正在查找你的项目……',
    about: (agents, changed) => `${agents} 个智能体 · 修改于 ${changed}`,
    unreadable: (name) => `「${name}」打不开，仍留在列表里。`,
  },

  new: { title: '新建项目' },

  share: {
    bytes: (count) => `${count} 字节`,
    title: '分享链接',
    link: '链接',
    size: (size) => `${size}；不会上传任何东西：整个项目（不含运行）就在网址里。`,
    sizeAlone: (size) => size,
    fits: '凡是不截断网址的地方都能用：大多数程序接受 8 kB，浏览器接受 32 kB 或更多。',
    ownComputer: '它指向你自己的电脑：别人只有在自己电脑的同一地址上开着工作台，才能打开。给别人请发送项目文件。',
    long: '有些邮件和聊天程序会截断超过 8 kB 的网址。如果链接打不开，请改为发送项目文件。',
    veryLong: '有些浏览器拒绝超过 32 kB 的网址。发送项目文件更稳妥。',
    tooLong: '这个项目太大，放不进链接。请改为发送项目文件。',
    carry: '带上环境的代码',
    carryHelp: '链接会变长，但如果另一版本的工作台附带同名而不同的环境，它在那里也能打开。',
    ownCode: '环境是你自己写的，所以代码在链接里；打开的人须先审阅，代码才会运行。',
    dataset: (name) => `「${name}」的数据行不在链接里：打开的人需要同一个文件。`,
    ownBase: (name, size, print) =>
      `基座模型「${name}」${facts(size, print)}只在这个浏览器里。链接说明它是哪一个，但不带上它：打开的人需要下面的文件，或另选基座模型。`,
    absentBase: (name, size, print) =>
      `基座模型「${name}」${facts(size, print)}既不在这个浏览器里，也不在链接里；链接会写明关于它已知的信息。`,
    hubBase: (name, size) => `基座模型 ${name}${facts(size, null)} 来自 Hub：链接里有它的名称，打开的人从那里获取。`,
    withBases: () => '连同基座模型下载',
    withBasesStatus: '项目连同其基座模型',
    withBasesHelp: (size) => `一个不超过 ${size} 的 zip，给没有这个基座模型的人：在这里打开或拖入，或交给终端（npm run train -- FILE）。`,
    withBasesLarge: (size, most) =>
      `基座模型共 ${size}；页面能打开的文件不超过 ${most}。请单独传递基座模型的文件夹，再在「训练 → 基座模型」下选择它。`,
    withBasesDone: (file, size) => `${file}（${size}）已下载。`,
    folder: '用于图库的文件夹……',
    folderHelp: '把项目放进工作台自己的图库，提供给所有人。',
    copy: '复制链接',
    copied: '已复制',
    copyFailed: '浏览器不允许复制链接；请选中它手动复制。',
    close: '关闭',
  },

  link: {
    opened: (name) => `「${name}」由链接带来，现在是你的项目之一。`,
    broken: '链接没能打开。',
  },

  tabs: {
    elsewhere: '这个项目已在另一个标签页打开。你在这里的改动会保存为副本。',
    takeOver: '由这里接管',
    takenOver: '已接管',
    takenOverText: '项目现在归这个标签页，内容与另一个标签页离开时一样。',
    yielded: '另一个标签页接管了这个项目。你在这里的改动会保存为副本。',
    copied: '已保存为副本',
    copiedText: (name) => `这个项目在另一个标签页打开着或改动过，所以你的改动保存为「${name}」。`,
  },

  profiles: {
    title: '角色配置',
    about:
      'MARFT 自己的格式：一列角色和提示词。打开一份，就替换本项目的团队；也可以把这个团队存成一份。不是链状的团队会连同 depends_on 一起保存。',
    open: '打开角色配置……',
    save: '保存这个团队',
  },
};
