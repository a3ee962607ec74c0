/**
 * A run as one HTML file: the page that reads it (`scripts/page/runViewer.ts`, with its script and style inside) and the run itself, iteration by
 * iteration, so that neither all episodes nor their text need be held at once.
 */
import { baseNameOf } from '../../../document/bases.ts';
import type { ProjectDocument } from '../../../document/schema.ts';
import type { EpisodeRecord } from '../../../episode/records.ts';
import type { MetricsRow } from '../../../metricsRow.ts';
import { chosenIn, type EpisodeChoice } from './choice.ts';
import { EMBEDDED_VERSION, embeddedInfo, pack, withoutTexts } from './embedded.ts';

/** Where title and data go in the page. */
export const TITLE_MARK = '<!--marft:title-->';
export const DATA_MARK = '<!--marft:data-->';

export interface SharedRun {
  readonly name: string;
  readonly document: ProjectDocument;
  readonly metrics: readonly MetricsRow[];
  readonly timing: readonly MetricsRow[];
  /** `run.json`, if there is one. */
  readonly info?: object | undefined;
  /** The words of each base's tokens, as far as they are known. */
  readonly vocabularies: Readonly<Record<string, readonly string[]>>;
}

/** Written iteration by iteration with `add`, ascending; `finish` gives the file in parts. */
export class RunHtml {
  readonly #run: SharedRun;
  readonly #choice: EpisodeChoice;
  readonly #parts: { readonly iteration: number; readonly text: string }[] = [];
  readonly #used = new Map<string, Set<number>>();
  #readable = 0;

  constructor(run: SharedRun, choice: EpisodeChoice) {
    this.#run = run;
    this.#choice = choice;
  }

  /** How many episodes can be read. */
  get readable(): number {
    return this.#readable;
  }

  /** Takes the kept episodes of `iteration`; an iteration of which none was chosen is left out. */
  add(iteration: number, episodes: readonly EpisodeRecord[]): void {
    const readable = chosenIn(iteration, episodes, this.#choice);
    if (readable.length === 0) return;
    this.#readable += readable.length;
    for (const index of readable) this.#use(episodes[index]);
    const shown = episodes.map((record, index) => (readable.includes(index) ? record : withoutTexts(record)));
    this.#parts.push({ iteration, text: pack({ iteration, readable, episodes: shown }) });
  }

  /** `page`: the reader's page with its two marks. */
  finish(page: string): string[] {
    const { name, document, metrics, timing, info } = this.#run;
    const head = pack({
      version: EMBEDDED_VERSION,
      name,
      document,
      info: embeddedInfo(info),
      metrics,
      timing,
      words: this.#words(),
      iterations: this.#parts.map(({ iteration }) => iteration),
    });
    const [beforeTitle, afterTitle] = cut(page, TITLE_MARK);
    const [beforeData, afterData] = cut(afterTitle, DATA_MARK);
    return [
      beforeTitle,
      escapeHtml(name),
      beforeData,
      `<script type="text/plain" id="run">${head}</script>\n`,
      ...this.#parts.map(({ iteration, text }) => `<script type="text/plain" data-iteration="${iteration}">${text}</script>\n`),
      afterData,
    ];
  }

  #use(record: EpisodeRecord | undefined): void {
    const { document } = this.#run;
    for (const { role, prompt_ids: prompt, response_ids: response } of record?.messages ?? []) {
      const agent = document.team.agents.find((candidate) => candidate.role === role);
      const base = agent ? baseNameOf(document, agent) : document.team.base;
      const used = this.#used.get(base) ?? new Set();
      this.#used.set(base, used);
      for (const id of prompt) used.add(id);
      for (const id of response) used.add(id);
    }
  }

  #words(): Record<string, (readonly [number, string])[]> {
    const { vocabularies } = this.#run;
    const pairs = [...this.#used].map(([base, ids]) => {
      const words = Object.hasOwn(vocabularies, base) ? vocabularies[base] : undefined;
      const known = [...ids].toSorted((a, b) => a - b).flatMap((id) => (words?.[id] === undefined ? [] : [[id, words[id]] as const]));
      return [base, known] as const;
    });
    return Object.fromEntries(pairs);
  }
}

function cut(page: string, mark: string): [string, string] {
  const at = page.indexOf(mark);
  if (at < 0) throw new Error(`the page that reads a run has no ${mark}`);
  return [page.slice(0, at), page.slice(at + mark.length)];
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
