/** The views of the inspect place, each fetched when it is first opened. */
import { type ComponentType } from 'react';
import type { InspectView } from '../../state/address/cursor.ts';
import type { ViewProps } from '../../kit/tokens/view.ts';
import { lazyPart } from '../../kit/parts/lazyPart.ts';

const view = <Name extends string>(fetch: () => Promise<Record<Name, ComponentType<ViewProps>>>, name: Name) =>
  lazyPart(async () => ({ default: (await fetch())[name] }));

/** In place of the receipt, which only runs of this workbench have. */
export const TRAINER_REPORT = view(() => import('../../features/trainerReport/TrainerReportView.tsx'), 'TrainerReportView');

/** Before the views that play episodes on, of an imported run. */
export const PLAY_ON = lazyPart(async () => ({ default: (await import('../../features/playOn/PlayOnGate.tsx')).PlayOnGate }));

export const VIEWS: Readonly<Partial<Record<InspectView, ComponentType<ViewProps>>>> = {
  microscope: view(() => import('../../features/inspect/microscope/MicroscopeView.tsx'), 'MicroscopeView'),
  receipt: view(() => import('../../features/receipt/ReceiptView.tsx'), 'ReceiptView'),
  replay: view(() => import('../../features/replay/ReplayView.tsx'), 'ReplayView'),
  blame: view(() => import('../../features/blame/BlameView.tsx'), 'BlameView'),
  notes: view(() => import('../../features/notes/NotesView.tsx'), 'NotesView'),
  turned: view(() => import('../../features/turned/TurnedView.tsx'), 'TurnedView'),
  shares: view(() => import('../../features/shares/SharesView.tsx'), 'SharesView'),
  values: view(() => import('../../features/criticCheck/CriticCheckView.tsx'), 'CriticCheckView'),
  estimators: view(() => import('../../features/estimators/EstimatorsView.tsx'), 'EstimatorsView'),
};
