import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';
import { shortPrint } from '../../forms/saidOfBase.ts';

/** In brackets what is known of a base; nothing where nothing is. */
const facts = (size: string | null, print: string | null): string => {
  const known = [
    ...(size === null ? [] : [size]),
    ...(print === null ? [] : [print === 'measuring' ? 'fingerprint being computed' : `fingerprint ${shortPrint(print)}…`]),
  ];
  return known.length === 0 ? '' : ` (${known.join(', ')})`;
};

export const projectsEn = spoken('shell/projects', {
  menu: {
    new: 'New…',
    newHelp: 'From a template, or blank; the open project is kept',
    open: 'Open…',
    openHelp:
      'A project, role profiles, a team of another framework, an exported run or adapters (zip), agents, or rows of problems; or drop it anywhere',
    save: 'Save as file',
    saveHelp: 'The whole project as one JSON file',
    share: 'Share link…',
    shareHelp: 'The project as an address; nothing is uploaded',
    teach: 'Teacher’s link…',
    teachHelp: 'A link that fixes and hides controls',
    cluster: 'Take it to a cluster…',
    clusterHelp: 'A zip that trains this project on SkyRL or open-rl, from a terminal',
    verifiers: 'Export as a verifiers environment…',
    verifiersHelp: 'A Python package that plays this team in verifiers and prime-rl',
    duplicate: 'Duplicate',
    duplicateHelp: 'Continue in a copy',
    projects: 'Projects…',
    projectsHelp: 'All projects in this browser: rename, delete, bring back',
    profiles: 'Profiles…',
    profilesHelp: 'The team as MARFT’s own list of roles',
  },
  commands: {
    new: 'New project from a template',
    open: 'Open a file',
    save: 'Save the project as a file',
    duplicate: 'Duplicate the project',
    list: 'All projects',
    profiles: 'Save the team as role profiles',
    blank: 'New blank project',
    clusterAlso: 'export server tinker skyrl open-rl ray gpu job',
    verifiersAlso: 'export verifiers prime-rl python environment package sii-marft',
    start: (name: string) => `Start “${name}”`,
    noLesson: 'There is no teaching view.',
  },
  clusterTitle: 'Take it to a cluster',
  verifiersTitle: 'Export as a verifiers environment',
  galleryFolderTitle: 'Folder for the gallery',
  basesInTitle: 'The project brings a base model',
  teamInTitle: 'A team from elsewhere',
  untitled: 'Untitled',
  started: 'A new project',
  notStarted: 'No new project',
  startedText: (name: string) => `This is “${name}”, a separate project.`,
  needsModel: (base: string) =>
    `It stands on ${base}: fetch it under Base model → From the Hub, or choose a folder of yours there. Without a file of problems, attached in Environment, it plays five of its own.`,
  opened: 'Opened',
  openedText: (name: string) => `“${name}” is open.`,
  openedFrom: (name: string, file: string) => `“${name}” was taken out of ${file}.`,
  runTaken: (file: string, iteration: number) => `The run in ${file} is now among your runs; it is at iteration ${iteration}.`,
  adapters: 'Adapters',
  adaptersText: (file: string, roles: string) => `The next run starts from the adapters in ${file}: ${roles}.`,
  kept: (name: string) => `“${name}” is kept under Projects.`,
  copyOpened: (name: string) => `You are now working in “${name}”; the original is kept as it is.`,
  oneFile: 'Only the first of the files was opened.',

  drop: {
    title: 'Drop to open',
    accepted:
      'a project · role profiles · a team of LangGraph, AutoGen, AG2 or crewAI · a run of this workbench, or of another trainer (zip, folder or file) · adapters · agents · rows of problems (CSV, JSON, JSON Lines)',
  },

  basesIn: {
    looking: (file: string) => `Looking through ${file}…`,
    intro: (name: string, file: string) => `“${name}”, from ${file}, stands on what is not in this browser yet and comes with it:`,
    base: (name: string, size: string, print: string) => `${name}: ${size}, fingerprint ${shortPrint(print)}…`,
    renamed: (name: string, own: string) =>
      `A different base called “${own}” is here and stays as it is: this one becomes “${name}”, and the project names it so.`,
    help: 'It is kept in this browser, under Training → Base model, until you delete it there.',
    keep: 'Keep it and open',
    without: 'Open without it',
    kept: (name: string) => `Its base “${name}” is kept in this browser.`,
    unkept: (name: string) => `Its base “${name}” is here until this tab closes: the browser could not keep it.`,
  },

  list: {
    title: 'Projects',
    label: 'Your projects',
    intro: 'Kept in this browser, nowhere else. Save what matters as a file.',
    unavailable: 'This browser keeps nothing: these projects are gone when the tab closes.',
    newer:
      'A newer version of the workbench keeps your projects here; they are unchanged, and listed again once it is loaded. Projects of this version are gone when the tab closes.',
    open: (name: string) => `Open ${name}`,
    current: 'open',
    actions: (name: string) => `What to do with ${name}`,
    duplicate: 'Duplicate',
    rename: 'Rename…',
    newName: (name: string) => `New name of ${name}`,
    save: 'Save as file',
    delete: 'Delete',
    deleted: (name: string) => `“${name}” is deleted.`,
    undo: 'Undo',
    failed: 'That did not work',
    removed: 'Deleted',
    removedHelp: 'They can be brought back for 30 days.',
    restore: 'Bring back',
    purge: 'Delete for good',
    purgeQuestion: (name: string) => `Delete “${name}” for good? This cannot be undone.`,
    keep: 'Keep',
    loading: 'Looking up your projects…',
    about: (agents: number, changed: string) => `${plural(agents, 'agent', 'agents')} · changed ${changed}`,
    unreadable: (name: string) => `“${name}” cannot be opened, and stays in the list.`,
  },

  new: { title: 'New project' },

  share: {
    bytes: (count: number) => `${count} bytes`,
    title: 'Share a link',
    link: 'Link',
    size: (size: string) => `${size}; nothing is uploaded: the whole project, without its runs, is in the address itself.`,
    sizeAlone: (size: string) => size,
    fits: 'Works wherever addresses are not cut off: most programs take 8 kB, browsers 32 kB or more.',
    ownComputer:
      'It leads to your own computer: others can open it only where the workbench runs at the same address on theirs. Send anybody else the project’s file.',
    long: 'Some mail and chat programs cut off addresses above 8 kB. If the link does not open, send the project’s file instead.',
    veryLong: 'Some browsers refuse addresses above 32 kB. It is safer to send the project’s file.',
    tooLong: 'This project is too large for a link. Send its file instead.',
    carry: 'Carry the environment’s code',
    carryHelp:
      'Makes the link longer, but it also opens where another version of the workbench ships a different environment under that name.',
    ownCode: 'The environment is your own, so its code is in the link; whoever opens it has to review it before it runs.',
    dataset: (name: string) => `The rows of “${name}” are not in the link: whoever opens it needs the same file.`,
    ownBase: (name: string, size: string | null, print: string | null) =>
      `The base model “${name}”${facts(size, print)} is only in this browser. The link says which it is and does not carry it: whoever opens it needs the file below, or chooses another base.`,
    absentBase: (name: string, size: string | null, print: string | null) =>
      `The base model “${name}”${facts(size, print)} is not in this browser and not in the link, which says what is known of it.`,
    hubBase: (name: string, size: string | null) =>
      `The base model ${name}${facts(size, null)} is of the Hub: the link names it, and whoever opens it fetches it there.`,
    withBases: (bases: number) => (bases === 1 ? 'Download with its base' : 'Download with its bases'),
    withBasesStatus: 'Project with its bases',
    withBasesHelp: (size: string) =>
      `A zip of up to ${size}, for who lacks the base: opened or dropped here, or given to the terminal (npm run train -- FILE).`,
    withBasesLarge: (size: string, most: string) =>
      `The bases have ${size}; the page opens files of up to ${most}. Pass the base’s folder on by itself, to be chosen under Training → Base model.`,
    withBasesDone: (file: string, size: string) => `${file} (${size}) was downloaded.`,
    folder: 'Folder for the gallery…',
    folderHelp: 'To offer the project to everybody, in the workbench’s own gallery.',
    copy: 'Copy link',
    copied: 'Copied',
    copyFailed: 'The browser did not allow copying the link; select it and copy it by hand.',
    close: 'Close',
  },

  link: {
    opened: (name: string) => `“${name}” came with the link and is now one of your projects.`,
    broken: 'The link could not be opened.',
  },

  tabs: {
    elsewhere: 'This project is open in another tab. What you change here is saved as a copy.',
    takeOver: 'Take over here',
    takenOver: 'Taken over',
    takenOverText: 'This tab now has the project, as the other one left it.',
    yielded: 'Another tab took over this project. What you change here is saved as a copy.',
    copied: 'Saved as a copy',
    copiedText: (name: string) => `The project is open or was changed in another tab, so your edits are saved as “${name}”.`,
  },

  profiles: {
    title: 'Role profiles',
    about:
      'MARFT’s own format: a list of roles and prompts. Open one to replace this project’s team, or save this team as one; a team that is not a chain is saved with “depends_on”.',
    open: 'Open profiles…',
    save: 'Save this team',
  },
});
