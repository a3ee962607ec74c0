/** The views of the inspect place, each fetched when it is first opened. */
import { type ComponentType, lazy } from 'react';
import type { InspectView } from '../../stores/cursor.ts';
import type { ViewProps } from './view.ts';

const view = <Name extends string>(fetch: () => Promise<Record<Name, ComponentType<ViewProps>>>, name: Name) =>
  lazy(async () => ({ default: (await fetch())[name] }));

export const VIEWS: Readonly<Partial<Record<InspectView, ComponentType<ViewProps>>>> = {
  microscope: view(() => import('./MicroscopeView.tsx'), 'MicroscopeView'),
  receipt: view(() => import('../receipt/ReceiptView.tsx'), 'ReceiptView'),
  replay: view(() => import('../replay/ReplayView.tsx'), 'ReplayView'),
  shares: view(() => import('../shares/SharesView.tsx'), 'SharesView'),
  values: view(() => import('../criticCheck/CriticCheckView.tsx'), 'CriticCheckView'),
  estimators: view(() => import('../estimators/EstimatorsView.tsx'), 'EstimatorsView'),
};
