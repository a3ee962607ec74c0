/** Why a link to a project cannot be opened. */

const COPY_AGAIN = 'Some programs cut off or change links when passing them on. Copy the whole link again, or ask for the project’s file.';

/** What is damaged. */
const DAMAGE = {
  kind: 'it does not say how it was made.',
  characters: 'it contains invalid characters, or too few.',
  content: 'it cannot be unpacked.',
  end: 'its end is missing.',
};
export type Damage = keyof typeof DAMAGE;

const broken = (why: string) => ({ message: `The link cannot be opened: ${why}`, hint: COPY_AGAIN });

export const linkFaults = {
  E_LINK_SIZE: (of: { readonly characters: number; readonly most: number } | { readonly mostBytes: number }) =>
    broken(
      'characters' in of
        ? `it has ${of.characters} characters; at most ${of.most} are read.`
        : `it unpacks to more than ${of.mostBytes / 2 ** 20} MiB.`,
    ),
  E_LINK_DAMAGED: ({ found }: { readonly found: Damage }) => broken(DAMAGE[found]),
  E_LINK_ENVIRONMENT: ({ id, known }: { readonly id: string; readonly known: boolean }) => ({
    message: `The link names the environment “${id}” as shipped with another version of the workbench; here it is ${known ? 'not the same' : 'unknown'}.`,
    hint: 'Open the link with the workbench it was made with, or ask for a link that includes the environment’s code, or for the project’s file.',
  }),
  E_LINK_FUTURE: ({ version, reads }: { readonly version: string; readonly reads: number }) => ({
    message: `The link was made by a newer workbench (kind ${version}; this one reads up to ${reads}).`,
    hint: 'Open it with the workbench it was made with.',
  }),
};
