/**
 * One participant of the study that the link names: their record, kept in this browser as the very file that they can download. All else,
 * where they are and what they were asked, follows from it, so a reload goes on where it was.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Fault, fault, faultFrom } from '../../../core/faults.ts';
import { participantCode } from '../../../core/study/assignment.ts';
import { delayedTimes, phaseAfter, phaseOf } from '../../../core/study/course.ts';
import type { Phase, StudyEvent, StudyRecord } from '../../../core/study/events.ts';
import { eventLine, headerLine, MOST_STUDY_TEXT, readStudy, studyHeader } from '../../../core/study/file.ts';
import { type StudyLink, studyLinkText } from '../../../core/study/link.ts';
import { type Language, studyFaults } from '../../../words/words.ts';
import { type KeyedStorage, storageWorks } from '../../state/storage/storage.ts';

/** Kept by study and participant: `….lazy-team.spring-2026.7.P017`. */
export const STUDY_KEY = 'marft-workbench.study';

/** An event before it has a time. */
type Told = StudyEvent extends infer E ? (E extends StudyEvent ? Omit<E, 'at'> : never) : never;

export interface StudyHosts {
  readonly storage: KeyedStorage;
  /** What lives as long as the tab. */
  readonly tab: KeyedStorage;
  readonly now: () => number;
  /** Version of the workbench. */
  readonly page: string;
}

export interface StudyState {
  readonly link: StudyLink;
  /** Null before a participant has agreed. */
  readonly record: StudyRecord | null;
  /** As it is kept. */
  readonly text: string | null;
  /** Codes of all participants of this study whom this browser knows. */
  readonly codes: readonly string[];
  /** Why a participant cannot go on; null while all is well. */
  readonly fault: Fault | null;
  /** Takes part, or goes on with a code that is known here. `taken`: whether the lesson had been begun in this browser. */
  agree(typed: string, language: Language, taken: boolean): void;
  tell(event: Told): void;
  /** From a phase into the one after it; nothing where that is another one by now, or its time has not come. */
  goOn(from: Phase): void;
  /** Forgets the participant. */
  remove(): void;
  /** Asks for a code again; the record stays. */
  someoneElse(): void;
  /** Takes what another tab kept. */
  reread(): void;
}

export function createStudy(link: StudyLink, { storage, tab, now, page }: StudyHosts): StoreApi<StudyState> {
  const prefix = `${STUDY_KEY}.${studyLinkText(link)}.`;
  const codesNow = (): readonly string[] =>
    storage
      .keys(prefix)
      .map((key) => key.slice(prefix.length))
      .sort();

  /** A participant as they are kept; what cannot be read stays there as text, with the reason. */
  const read = (code: string | null): Pick<StudyState, 'record' | 'text' | 'codes' | 'fault'> => {
    const text = code === null ? null : storage.read(prefix + code);
    const here = { text, codes: codesNow(), record: null, fault: null };
    if (text === null) return here;
    try {
      return { ...here, record: readStudy(text, prefix + code) };
    } catch (error) {
      return { ...here, fault: faultFrom(error) };
    }
  };
  /** Whom the page opens with: the participant of this tab, or the only one that this browser knows. */
  const first = (): string | null => {
    const codes = codesNow();
    const here = tab.read(prefix);
    if (here !== null) return codes.find((code) => code === here) ?? null;
    return (codes.length === 1 && codes[0]) || null;
  };

  return createStore<StudyState>((set, get) => {
    const keyOf = ({ header }: StudyRecord): string => prefix + header.participant;
    const adopt = (code: string | null): void => {
      tab.write(prefix, code ?? '');
      set(read(code));
    };
    /** The record as it is kept now; null where another tab has gone on or deleted it: that is taken instead. */
    const newest = (): { readonly record: StudyRecord; readonly text: string } | null => {
      const { record, text, reread } = get();
      if (!record || text === null) return null;
      if (storage.read(keyOf(record)) === text) return { record, text };
      reread();
      return null;
    };
    const put = (record: StudyRecord, text: string): boolean => {
      if (text.length <= MOST_STUDY_TEXT && storage.write(keyOf(record), text)) {
        set({ record, text, fault: null });
        return true;
      }
      set({ fault: fault(studyFaults, 'E_STUDY_LOST', {}) });
      return false;
    };
    const tell = (told: Told): void => {
      const kept = newest();
      if (!kept) return;
      const { header, events } = kept.record;
      const { kind, ...values } = told;
      // A clock that was set back does not turn the order around.
      const event = { kind, at: Math.max(now(), events.at(-1)?.at ?? header.consented), ...values } as StudyEvent;
      put({ header, events: [...events, event] }, kept.text + eventLine(event));
    };

    return {
      link,
      ...read(first()),
      tell,
      agree: (typed, language, taken) => {
        try {
          const code = participantCode(typed);
          if (storage.read(prefix + code) !== null) return adopt(code);
          if (!storageWorks(storage)) return set({ fault: fault(studyFaults, 'E_STUDY_STORAGE', {}) });
          const header = studyHeader(link, code, { consented: now(), language, taken, page });
          if (!put({ header, events: [] }, headerLine(header))) return;
          tab.write(prefix, code);
          set({ codes: codesNow() });
          tell({ kind: 'phase', phase: 'pre' });
        } catch (error) {
          set({ fault: faultFrom(error) });
        }
      },
      goOn: (from) => {
        const kept = newest();
        if (!kept || phaseOf(kept.record) !== from || from === 'done') return;
        const opens = delayedTimes(kept.record)?.opens;
        if (from === 'wait' && !(opens !== undefined && now() >= opens)) return;
        tell({ kind: 'phase', phase: phaseAfter(from, kept.record.header.condition) });
      },
      remove: () => {
        const code = get().record?.header.participant ?? (tab.read(prefix) || first());
        if (code) storage.remove(prefix + code);
        adopt(null);
      },
      someoneElse: () => adopt(null),
      reread: () => adopt(get().record?.header.participant ?? null),
    };
  });
}
