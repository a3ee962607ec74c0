/** What is wrong with a project's folder in `gallery/`. */
import { notJson, type NotJson } from '../../../forms/notJson.ts';

interface In {
  /** The folder or the file of it. */
  readonly subject: string;
}

const HOW = 'CONTRIBUTING.md says what a project in the gallery consists of; Share › Folder for the gallery makes one.';

export const galleryFaults = {
  E_GALLERY_LIST: notJson,
  E_GALLERY_CARD: (of: NotJson | (In & { readonly found: 'fields' })) =>
    of.found === 'not_json'
      ? notJson(of)
      : { message: `${of.subject} is not a card of the gallery.`, hint: `The details name the fields. ${HOW}` },
  E_GALLERY_FILES: (of: In & ({ readonly found: 'name' } | { readonly found: 'missing' | 'unknown'; readonly file: string })) => {
    switch (of.found) {
      case 'name':
        return { message: `gallery/${of.subject} has a name that is none.`, hint: 'Use small letters, digits and hyphens.' };
      case 'missing':
        return { message: `${of.subject} has no ${of.file}.`, hint: HOW };
      default:
        return {
          message: `${of.subject} has ${of.file}, which no project in the gallery consists of.`,
          hint: 'A folder has card.json, project.json, picture.svg or picture.webp and, where it was recorded, run.zip.',
        };
    }
  },
  E_GALLERY_PICTURE: (of: In & ({ readonly found: 'kind' | 'active' } | { readonly found: 'bytes'; readonly most: number })) => {
    switch (of.found) {
      case 'kind':
        return { message: `${of.subject} is not the kind of picture that its name says.`, hint: 'It has to be SVG or WebP.' };
      case 'active':
        return {
          message: `${of.subject} refers to something else or has a script in it.`,
          hint: 'A picture is shapes and text alone: take out scripts, links, styles that fetch, and embedded pages.',
        };
      case 'bytes':
        return { message: `${of.subject} is larger than ${of.most / 1000} kB.`, hint: 'Draw less, or save it as a smaller WebP.' };
    }
  },
  E_GALLERY_BASES: (
    of: In & ({ readonly found: 'others'; readonly needed: string } | { readonly found: 'own' | 'bytes'; readonly base: string }),
  ) => {
    switch (of.found) {
      case 'others':
        return { message: `${of.subject} names other bases than its project stands on: ${of.needed}.`, hint: 'Name these, in this order.' };
      case 'own':
        return {
          message: `${of.subject} stands on “${of.base}”, which nobody else has.`,
          hint: 'Choose a shipped base or a model of the Hub for it; an own base can be published on the Hub first.',
        };
      case 'bytes':
        return {
          message: `${of.subject} says another size of “${of.base}” than it has.`,
          hint: 'The size is that of its weights, in bytes.',
        };
    }
  },
  E_GALLERY_CLAIM: (of: In & { readonly found: 'unclaimed' | 'wrong'; readonly sentence: string }) =>
    of.found === 'unclaimed'
      ? {
          message: `${of.subject} says “${of.sentence}” and has no claim for it.`,
          hint: 'Say what the project is. What becomes of a team, or of one beside another, needs a claim on a file of evidence (CONTRIBUTING.md, How evidence works).',
        }
      : { message: `${of.subject}: ${of.sentence}`, hint: 'Change the sentence, or the claim.' },
  E_GALLERY_RUN: (
    of: In &
      (
        | { readonly found: 'missing' | 'unnamed' | 'project' | 'unread' }
        | { readonly found: 'bytes'; readonly most: number }
        | { readonly found: 'seeds'; readonly seed: number }
      ),
  ) => {
    switch (of.found) {
      case 'missing':
        return { message: `${of.subject} names a recorded run that is not there.`, hint: HOW };
      case 'unnamed':
        return { message: `${of.subject} has a run.zip that its card does not name.`, hint: 'Write "run": "run.zip", or delete the file.' };
      case 'project':
        return {
          message: `The recorded run of ${of.subject} is of another project than its project.json.`,
          hint: 'Put the project of the run in its place, or train this one.',
        };
      case 'unread':
        return { message: `The recorded run of ${of.subject} does not open.`, hint: 'Make the folder again from the run.' };
      case 'bytes':
        return {
          message: `The recorded run of ${of.subject} is larger than ${of.most / 1000} kB.`,
          hint: 'Keep fewer episodes of it; Folder for the gallery keeps three iterations.',
        };
      case 'seeds':
        return { message: `${of.subject} does not name ${of.seed}, the seed of its recorded run.`, hint: 'Put it among the seeds.' };
    }
  },
};
