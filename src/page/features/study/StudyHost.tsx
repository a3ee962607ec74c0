/** The study that the page's address names: the part of it at hand, over the page or above it. */
import { Button } from '@mantine/core';
import { useStore } from 'zustand';
import { phaseOf } from '../../../core/study/course.ts';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { studyText as words } from '../../../words/words.ts';
import { Consent } from './Consent.tsx';
import { DonePart } from './DonePart.tsx';
import { LaterPart } from './LaterPart.tsx';
import { LessonPart } from './LessonPart.tsx';
import { PredictPart } from './PredictPart.tsx';
import { Above, Screen } from './Screen.tsx';
import { asked, leaveStudy, type StudyStore, useRecord, useSight } from './study.ts';
import styles from './study.module.css';
import { TestPart } from './TestPart.tsx';
import { TextPart } from './TextPart.tsx';

export default function StudyHost() {
  if ('store' in asked) return <Study store={asked.store} />;
  return (
    <Screen title={words.wrongLink}>
      <FaultList
        faults={[asked.fault]}
        action={
          <Button variant="default" onClick={leaveStudy}>
            {words.without}
          </Button>
        }
      />
    </Screen>
  );
}

function Study({ store }: { readonly store: StudyStore }) {
  const record = useRecord(store);
  useSight(store);
  if (!record) return <Consent store={store} />;
  return (
    <>
      <Lost store={store} />
      <Part store={store} key={record.header.participant} />
    </>
  );
}

/** What could not be kept, over whatever part is at hand. */
function Lost({ store }: { readonly store: StudyStore }) {
  const fault = useStore(store, (state) => state.fault);
  return (
    fault && (
      <Above>
        <div className={styles.lost}>
          <FaultList faults={[fault]} />
        </div>
      </Above>
    )
  );
}

function Part({ store }: { readonly store: StudyStore }) {
  const record = useRecord(store);
  if (!record) return null;
  const phase = phaseOf(record);
  switch (phase) {
    case 'pre':
    case 'post':
    case 'delayed':
      return <TestPart key={phase} store={store} record={record} test={phase} />;
    case 'predict':
      return <PredictPart store={store} record={record} />;
    case 'learn':
      return record.header.condition === 'text' ? <TextPart store={store} record={record} /> : <LessonPart store={store} record={record} />;
    case 'wait':
      return <LaterPart store={store} record={record} />;
    case 'done':
      return <DonePart store={store} record={record} />;
    default:
      return phase satisfies never;
  }
}
