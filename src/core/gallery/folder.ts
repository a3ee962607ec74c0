/**
 * A project's folder in `gallery/`: its files, and whether it may stand there. CI and whoever makes such a folder ask the same function.
 * What a card says of a team is held against files of evidence, so that no sentence of it rests on memory.
 */
import { documentFaults } from '../document/check/check.ts';
import { parseDocument } from '../document/parse.ts';
import type { ProjectDocument } from '../document/schema.ts';
import { faultAt } from '../faultAt.ts';
import { type Fault, faultFrom, FaultError } from '../faults.ts';
import type { Files } from '../formats/files.ts';
import { claimFault, unclaimed } from '../lessons/claims.ts';
import type { Evidence } from '../lessons/evidence.ts';
import { namedBases } from '../share/bases.ts';
import { galleryFaults } from '../../words/words.ts';
import { type GalleryCard, parseCard } from './card.ts';
import { GALLERY_FILES, PICTURES } from './list.ts';

/** Bytes. */
export const GALLERY_LIMITS = { picture: 60_000, run: 1_000_000 } as const;

/** What a folder is held against, in the repository or in the page. */
export interface Ground {
  /** A file of evidence by its id; null where there is none. */
  evidence(id: string): Evidence | null;
  /** Bytes of the weights of a shipped base; null where they are not known here. */
  weights(base: string): number | null;
  /** The project of a run below `public/recorded/`; null where there is none. */
  recorded(id: string): ProjectDocument | null;
  /** The project of a run's archive; throws what keeps it from opening. */
  openRun(archive: Uint8Array): ProjectDocument;
}

export interface GalleryProject {
  readonly card: GalleryCard;
  readonly document: ProjectDocument;
  readonly picture: (typeof PICTURES)[number];
}

/** The project in the folder `gallery/<name>`; throws the first of what is wrong with it. */
export function readGalleryFolder(name: string, files: Files, ground: Ground): GalleryProject {
  const folder = `gallery/${name}`;
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) throw faultAt(galleryFaults, 'E_GALLERY_FILES', { found: 'name', subject: name });
  const picture = PICTURES.find((file) => files[file]);
  const known: readonly string[] = [...Object.values(GALLERY_FILES), ...PICTURES];
  const unknown = Object.keys(files).find((file) => !known.includes(file));
  const needed = (file: string): Uint8Array => {
    const bytes = files[file];
    if (bytes) return bytes;
    throw faultAt(galleryFaults, 'E_GALLERY_FILES', { found: 'missing', subject: folder, file });
  };
  if (unknown !== undefined) throw faultAt(galleryFaults, 'E_GALLERY_FILES', { found: 'unknown', subject: folder, file: unknown });
  const subject = `${folder}/${GALLERY_FILES.card}`;
  const card = parseCard(needed(GALLERY_FILES.card), subject);
  const document = parseDocument(new TextDecoder().decode(needed(GALLERY_FILES.project)));
  const [wrong] = documentFaults(document);
  if (wrong) throw new FaultError(wrong);
  checkBases(card, document, subject, ground);
  checkPicture(needed(picture ?? PICTURES[0]), `${folder}/${picture ?? PICTURES[0]}`);
  checkClaims(card, subject, ground);
  checkRun(card, document, files[GALLERY_FILES.run], folder, ground);
  return { card, document, picture: picture ?? PICTURES[0] };
}

/** The fault that keeps a folder out of the gallery; null where it may stand there. */
export function galleryFault(name: string, files: Files, ground: Ground): Fault | null {
  try {
    readGalleryFolder(name, files, ground);
    return null;
  } catch (error) {
    return faultFrom(error);
  }
}

function checkBases({ bases }: GalleryCard, document: ProjectDocument, subject: string, { weights }: Ground): void {
  const needed = namedBases(document);
  if (JSON.stringify(bases.map(({ name, from }) => [name, from])) !== JSON.stringify(needed.map(({ name, from }) => [name, from]))) {
    const names = needed.map(({ name, from }) => `${name} (${from})`).join(', ');
    throw faultAt(galleryFaults, 'E_GALLERY_BASES', { found: 'others', subject, needed: names });
  }
  for (const { name, from, bytes } of bases) {
    if (from === 'own') throw faultAt(galleryFaults, 'E_GALLERY_BASES', { found: 'own', subject, base: name });
    const size = from === 'shipped' ? weights(name) : null;
    if (size !== null && size !== bytes) throw faultAt(galleryFaults, 'E_GALLERY_BASES', { found: 'bytes', subject, base: name });
  }
}

/** What could run, or be fetched, when an SVG is opened by itself. */
const ACTIVE =
  /<\s*(?:script|foreignObject|iframe|image|use|a|style|animate|set)\b|<!(?:ENTITY|DOCTYPE)|<\?xml-stylesheet|\son\w+\s*=|\bhref\s*=|url\(|javascript:/i;

function checkPicture(bytes: Uint8Array, subject: string): void {
  if (bytes.length > GALLERY_LIMITS.picture)
    throw faultAt(galleryFaults, 'E_GALLERY_PICTURE', { found: 'bytes', subject, most: GALLERY_LIMITS.picture });
  const text = new TextDecoder().decode(bytes);
  const kind = subject.endsWith('.svg') ? /^<svg\s[^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/.test(text) : /^RIFF[^]{4}WEBP/.test(text);
  if (!kind) throw faultAt(galleryFaults, 'E_GALLERY_PICTURE', { found: 'kind', subject });
  if (subject.endsWith('.svg') && ACTIVE.test(text)) throw faultAt(galleryFaults, 'E_GALLERY_PICTURE', { found: 'active', subject });
}

/** Words for what becomes of a team, or of one beside another. */
const EFFECT = /\b(?:learns?|learnt|comes? to|becomes?|rises?|falls?|improves?|better|worse|higher|lower|faster|works together|weak)\b/i;

function checkClaims({ shows, look, claims }: GalleryCard, subject: string, { evidence }: Ground): void {
  const text = `${shows}\n${look}`;
  for (const claim of claims) {
    const found = evidence(claim.evidence);
    const sentence = found ? claimFault(text, found, claim) : `There is no evidence “${claim.evidence}”.`;
    if (sentence !== null) throw faultAt(galleryFaults, 'E_GALLERY_CLAIM', { found: 'wrong', subject, sentence });
  }
  const [sentence] = [shows, look].flatMap((line) => unclaimed(line, claims, EFFECT));
  if (sentence !== undefined) throw faultAt(galleryFaults, 'E_GALLERY_CLAIM', { found: 'unclaimed', subject, sentence });
}

/** What a run is of, as text to compare; how it is called and drawn may change. */
export const played = ({ team, environment, training }: ProjectDocument): string => JSON.stringify({ team, environment, training });

function checkRun(
  { run, seeds }: GalleryCard,
  document: ProjectDocument,
  archive: Uint8Array | undefined,
  subject: string,
  ground: Ground,
): void {
  if (archive && run !== GALLERY_FILES.run) throw faultAt(galleryFaults, 'E_GALLERY_RUN', { found: 'unnamed', subject });
  if (run === null) return;
  if (archive && archive.length > GALLERY_LIMITS.run)
    throw faultAt(galleryFaults, 'E_GALLERY_RUN', { found: 'bytes', subject, most: GALLERY_LIMITS.run });
  let recorded: ProjectDocument | null;
  try {
    recorded = archive ? ground.openRun(archive) : ground.recorded(run);
  } catch (error) {
    throw faultAt(galleryFaults, 'E_GALLERY_RUN', { found: 'unread', subject }, faultFrom(error).message);
  }
  if (!recorded) throw faultAt(galleryFaults, 'E_GALLERY_RUN', { found: 'missing', subject });
  if (played(recorded) !== played(document)) throw faultAt(galleryFaults, 'E_GALLERY_RUN', { found: 'project', subject });
  const { seed } = recorded.training;
  if (!seeds.includes(seed)) throw faultAt(galleryFaults, 'E_GALLERY_RUN', { found: 'seeds', subject, seed });
}
