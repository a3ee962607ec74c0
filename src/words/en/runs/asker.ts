/** Why the process that serves the page refuses a request that is none of the page's own. */
import { spoken } from '../../forms/language.ts';

const OPEN = 'Open the address that this process printed in its terminal, on this computer.';

export const askerText = spoken('runs/asker', {
  elsewhere: `Only this computer may ask this process for more than the page. ${OPEN}`,
  host: (host: string) => `The page was asked for as “${host}”, which is not its address. ${OPEN}`,
  origin: 'Only the page itself may ask this process for more than the page, and this request came from somewhere else.',
  method: (method: string) => `${method} is no request that the page makes here.`,
  type: 'What the page posts is JSON.',
});
