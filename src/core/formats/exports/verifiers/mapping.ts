/** MAPPING.md of a package for verifiers: that one policy is trained, what is lost, and where every setting went. */
import type { ProjectDocument } from '../../../document/schema.ts';
import { verifiersText } from '../../../../words/words.ts';
import { markdownText } from '../markdownText.ts';
import { cell, faultList, type SettingRow, settingRows, table } from '../settingRows.ts';
import { losses } from './refusals.ts';
import { PACKAGE_SETTINGS, type Placed } from './settingsMap.ts';

const words = verifiersText.mapping;

/** Every setting of the document by its path, with its value and where it goes. */
export const placedSettings = (document: ProjectDocument): readonly SettingRow<Placed>[] => settingRows(document, PACKAGE_SETTINGS);

export function mappingFile(document: ProjectDocument): string {
  const lost = losses(document);
  const rows = placedSettings(document).map(({ path, value, map }) => [
    `\`${path}\``,
    cell(value, words.empty),
    words.goes[map.goes],
    words.notes[map.note],
  ]);
  return [
    `# ${words.title(markdownText(document.name))}`,
    words.onePolicy,
    `## ${words.lostTitle}`,
    lost.length === 0 ? words.nothingLost : faultList(lost),
    `## ${words.settingsTitle}`,
    words.where,
    table([words.setting, words.value, words.goesTo, words.changes], rows),
    '',
  ].join('\n\n');
}
