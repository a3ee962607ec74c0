/** Leads to a token of the report, in the microscope. */
import type { ReportedToken } from '../../../core/credit/trainerReport.ts';
import { cursorStore } from '../../state/address/cursor.ts';

export const pointAt = ({ iteration, episode, message, token }: ReportedToken): void =>
  cursorStore.getState().move({ iteration, episode, message, token, view: 'microscope' });
