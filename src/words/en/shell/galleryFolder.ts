/** A project as a folder for the gallery. */
import { spoken } from '../../forms/language.ts';

export const galleryFolderEn = spoken('shell/galleryFolder', {
  about:
    'A zip with the folder that a pull request adds to the workbench’s gallery: the project, a card, a picture of the team and, where you want, the run on screen. Nothing is uploaded. What the tests would refuse is said here.',
  fields: {
    title: { label: 'Title', help: 'What the card is called; the folder’s name is made of it.' },
    shows: {
      label: 'What it shows',
      help: 'One sentence on what the project is. What becomes of a team is said by its curve; words for it need evidence of several seeds.',
    },
    look: { label: 'What to look at first', help: 'The end of “Look at …”.' },
    author: { label: 'Author', help: 'As it is to stand on the card.' },
    licence: { label: 'Licence', help: 'What others may do with the folder, by its SPDX name, such as MIT or CC-BY-4.0.' },
  },
  run: (iterations: number) => `With the run on screen (${iterations} iterations)`,
  runHelp: 'Its curves, the episodes of three iterations and, where there is room, its newest adapters; at most 1 MB.',
  noRun: {
    none: 'No run of this workbench is on screen, so the folder has none.',
    other: 'The run on screen is of another project, or of other settings, so it stays out.',
    unkept: 'The run on screen is not kept in this browser, so it stays out.',
  },
  download: 'Download the folder',
  done: (file: string, size: string) =>
    `${file} (${size}) is among your downloads. Unpack it in the repository’s gallery/ and open a pull request.`,
});
