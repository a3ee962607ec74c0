/** Texts of the projects: the menu, the dialogues about them, links, tabs and lessons. */
const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const projectsEn = {
  menu: {
    new: 'New…',
    newHelp: 'From a template, or blank; what is open is kept',
    open: 'Open…',
    openHelp: 'A project, role profiles, an exported run (zip), agents, or rows of problems; or drop it anywhere',
    save: 'Save as file',
    saveHelp: 'The whole project as one JSON file',
    share: 'Share link…',
    shareHelp: 'The project as an address; nothing is uploaded',
    teach: 'Teacher’s link…',
    teachHelp: 'A link that fixes and hides controls',
    duplicate: 'Duplicate',
    duplicateHelp: 'Go on in a copy',
    projects: 'Projects…',
    projectsHelp: 'All projects in this browser: rename, delete, bring back',
    profiles: 'Profiles…',
    profilesHelp: 'The team as MARFT’s own list of roles',
  },
  untitled: 'Untitled',
  started: 'A new project',
  startedText: (name: string) => `This is “${name}”, a project of its own. What was open before is kept under Projects.`,
  opened: 'Opened',
  openedText: (name: string) => `“${name}” is open. What was open before is kept under Projects.`,
  openedFrom: (name: string, file: string) => `“${name}” was taken out of ${file}. What was open before is kept under Projects.`,
  copyOpened: (name: string) => `You go on in “${name}”; the original is kept as it is.`,
  agentsAdded: (count: number) => `${plural(count, 'agent', 'agents')} joined the team. Undo takes them out again.`,
  dataTaken: (name: string) => `“${name}” is read as rows of problems for this project’s environment.`,
  oneFile: 'Of several files only the first is opened.',

  drop: {
    title: 'Drop to open',
    accepted: 'a project · role profiles · an exported run (zip) · agents · rows of problems (CSV, JSON, JSON Lines)',
  },

  list: {
    title: 'Projects',
    label: 'Your projects',
    intro: 'Kept in this browser, nowhere else. Save what matters as a file.',
    unavailable: 'This browser keeps nothing: these projects are gone when the tab closes.',
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
    removed: 'Deleted',
    removedHelp: 'They can be brought back for 30 days.',
    restore: 'Bring back',
    purge: 'Delete for good',
    purgeQuestion: (name: string) => `Delete “${name}” for good? This cannot be undone.`,
    keep: 'Keep',
    loading: 'Looking what is kept…',
    about: (agents: number, changed: string) => `${plural(agents, 'agent', 'agents')} · changed ${changed}`,
    unreadable: (name: string) => `“${name}” cannot be opened, and stays in the list.`,
    saveUnread: 'Save the unread text',
  },

  new: { title: 'New project' },

  share: {
    title: 'Share a link',
    link: 'Link',
    size: (size: string) => `${size}; nothing is uploaded: the whole project is in the address itself.`,
    fits: 'Works wherever addresses are passed on whole: most programs take 8 kB, browsers about 32 kB and more.',
    long: 'Above 8 kB some mail and chat programs cut addresses. Send the project’s file instead if the link does not open.',
    veryLong: 'Above 32 kB some browsers refuse addresses. Better send the project’s file.',
    tooLong: 'This project is too large for a link. Send its file instead.',
    carry: 'Carry the environment’s code',
    carryHelp: 'Longer; opens also where another version of the workbench ships another environment of that name.',
    ownCode: 'The environment is your own, so its code is in the link; whoever opens it reads it before it runs.',
    dataset: (name: string) => `The rows of “${name}” are not in the link: whoever opens it gives the same file there.`,
    base: (name: string) => `The base model “${name}” is not in the link: it is only in this browser.`,
    copy: 'Copy link',
    copied: 'Copied',
    copyFailed: 'The browser did not let the link be copied; select it and copy it by hand.',
    close: 'Close',
  },

  link: {
    opened: (name: string) => `“${name}” came in the link and is a project of its own now.`,
    broken: 'The link could not be opened.',
  },

  tabs: {
    elsewhere: 'This project is open in another tab. What you change here is saved as a copy.',
    takeOver: 'Take over here',
    takenOver: 'Taken over',
    takenOverText: 'The project is this tab’s now, as the other one left it.',
    yielded: 'Another tab took this project over. What you change here is saved as a copy.',
    copied: 'Saved as a copy',
    copiedText: (name: string) => `The project is open or was changed in another tab, so your edits go on as “${name}”.`,
  },

  profiles: {
    title: 'Role profiles',
    about:
      'MARFT’s own format: a list of roles and prompts. Open one to put its team in place of this project’s, or save this team as one; with “depends_on” where it is no chain.',
    open: 'Open profiles…',
    save: 'Save this team',
  },

  groups: {
    file: 'Project',
    share: 'Share',
  },
};
