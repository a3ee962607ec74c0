/** The study that the page's address names, wired to this browser; fetched with `?study=` alone. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { type Fault, faultFrom } from '../../../core/faults.ts';
import type { StudyRecord } from '../../../core/study/events.ts';
import { parseStudyLink, studyLinkText } from '../../../core/study/link.ts';
import { STUDY_PARAMETER } from '../../../core/study/parameter.ts';
import { saveFile } from '../../kit/files/saveFile.ts';
import { lessonsStore } from '../../state/lessons/lessons.ts';
import { browserStorage, tabStorage } from '../../state/storage/storage.ts';
import { createStudy, STUDY_KEY, type StudyState } from './createStudy.ts';

export type StudyStore = StoreApi<StudyState>;

/** The study, or why there is none. */
export const asked: { readonly store: StudyStore } | { readonly fault: Fault } = (() => {
  try {
    const link = parseStudyLink(new URLSearchParams(window.location.search).get(STUDY_PARAMETER) ?? '');
    const hosts = { storage: browserStorage, tab: tabStorage, now: Date.now, page: import.meta.env['VITE_VERSION'] as string };
    return { store: createStudy(link, hosts) };
  } catch (error) {
    return { fault: faultFrom(error) };
  }
})();

/** The participant's record, of parts of the page that are shown to one. */
export const useRecord = (store: StudyStore): StudyRecord | null => useStore(store, ({ record }) => record);

/** Tells the study when the page comes and goes, and takes what another tab kept. */
export function useSight(store: StudyStore): void {
  useEffect(() => {
    if (store.getState().record) store.getState().tell({ kind: 'opened' });
    const see = (): void => {
      if (store.getState().record) store.getState().tell({ kind: document.visibilityState === 'hidden' ? 'away' : 'back' });
    };
    const kept = ({ key }: StorageEvent): void => {
      if (key === null || key.startsWith(STUDY_KEY)) store.getState().reread();
    };
    document.addEventListener('visibilitychange', see);
    window.addEventListener('storage', kept);
    return () => {
      document.removeEventListener('visibilitychange', see);
      window.removeEventListener('storage', kept);
    };
  }, [store]);
}

/** Hands the participant's file to the browser's downloads, as it is kept. */
export function downloadRecord({ link, record, text }: Pick<StudyState, 'link' | 'record' | 'text'>): void {
  if (text !== null) saveFile(`study-${studyLinkText(link)}-${record?.header.participant ?? 'damaged'}.jsonl`, text, 'application/jsonl');
}

/** Forgets the participant, and what the lesson kept of them. */
export function removeRecord(store: StudyStore): void {
  const { link, record, remove } = store.getState();
  if (record && record.header.condition !== 'text') lessonsStore.getState().forget(link.lesson);
  remove();
}

/** The page without the study: what it kept stays. */
export function leaveStudy(): void {
  const url = new URL(window.location.href);
  url.searchParams.delete(STUDY_PARAMETER);
  window.location.assign(url);
}
