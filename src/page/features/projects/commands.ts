/** What can be done with projects, for the palette and the keyboard. */
import type { ModelProjectName } from '../../../core/document/presets/modelProjects.ts';
import { presetOutline } from '../../state/document/defaultProject.ts';
import { PRESET_NAMES } from '../../state/projects/presetChoice.ts';
import { projectsStore } from '../../state/projects/projects.ts';
import { isHidden } from '../../state/projects/teach.ts';
import { downloadTeamProfiles } from '../../kit/projects/agentFiles.ts';
import type { Command } from '../../kit/commands/command.ts';
import { galleryText, text } from '../../../words/words.ts';
import { showDialogue } from './dialogues/dialogues.ts';
import { pickFile } from './dialogues/pickFile.ts';
import { downloadProject, duplicateProject, startBlank, startFrom, startModelProject } from '../../kit/projects/projectActions.ts';

const { menu, commands: words } = text.projects;

/** Projects without a recorded run; what makes them is fetched when one is begun. */
const MODEL_NAMES: readonly ModelProjectName[] = ['stories-duo', 'gsm8k-duo', 'enough', 'switchboard', 'dispatch'];

/** A lesson without the project menu does without its commands too. */
const refused = (): string | null => (isHidden(projectsStore.getState().lesson, 'projectMenu') ? text.teach.hiddenPlace : null);
const plain = (title: string): string => title.replace(/…$/, '');

function command(id: string, title: string, run: () => void, more: Partial<Command> = {}): Command {
  return { id: `project.${id}`, group: 'project', title, refused, run, ...more };
}

export const projectCommands: readonly Command[] = [
  command('new', words.new, () => showDialogue('new'), { keys: 'alt+N', also: 'template gallery begin start example' }),
  command('open', words.open, pickFile, { keys: 'mod+O', inFields: true, also: 'import file load zip profiles data' }),
  command('save', words.save, () => void downloadProject(), { keys: 'mod+S', inFields: true, also: 'download export json' }),
  command('share', plain(menu.share), () => showDialogue('share'), { also: 'url address copy' }),
  command('gallery', text.projects.galleryFolderTitle, () => showDialogue('gallery'), { also: 'share publish pull request zip' }),
  command('teach', plain(menu.teach), () => showDialogue('teach'), { also: 'lesson students lock hide' }),
  command('duplicate', words.duplicate, () => void duplicateProject(), { also: 'copy' }),
  command('list', words.list, () => showDialogue('projects'), {
    keys: 'mod+shift+O',
    inFields: true,
    also: 'rename delete restore switch',
  }),
  command('profiles', words.profiles, downloadTeamProfiles, { also: 'roles marft export' }),
  command('cluster', text.projects.clusterTitle, () => showDialogue('cluster'), { also: words.clusterAlso }),
  command('verifiers', text.projects.verifiersTitle, () => showDialogue('verifiers'), { also: words.verifiersAlso }),
  command('blank', words.blank, () => void startBlank(), { also: 'empty new' }),
  ...PRESET_NAMES.map((preset) =>
    command(`start.${preset}`, words.start(presetOutline(preset).name), () => void startFrom(preset), { also: `template ${preset}` }),
  ),
  ...MODEL_NAMES.map((name) =>
    command(`start.${name}`, words.start(galleryText.models[name]), () => void startModelProject(name), { also: `template ${name} model` }),
  ),
  command('leaveLesson', text.teach.leave, () => projectsStore.getState().setLesson(null), {
    also: 'teacher',
    refused: () => (projectsStore.getState().lesson ? null : words.noLesson),
  }),
];
