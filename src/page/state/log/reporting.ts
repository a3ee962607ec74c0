/** Whether a person reads the report of what happened; the dialogue is fetched then. */
import { createStore } from 'zustand/vanilla';

export const reportingStore = createStore(() => ({ open: false }));

export const openReport = (): void => reportingStore.setState({ open: true });
export const closeReport = (): void => reportingStore.setState({ open: false });
