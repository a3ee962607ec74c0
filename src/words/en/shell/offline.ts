/** What the page says of its newer versions. */
import { spoken } from '../../forms/language.ts';

export const offlineEn = spoken('shell/offline', {
  newVersion: 'A new version of the workbench is here',
  newVersionText: 'It takes the place of this one when you reload the page. Your project and runs stay.',
  reload: 'Reload now',
});
