import { openFile } from '../../../kit/files/openFile.ts';
import { chooseFile } from '../../../kit/files/chooseFile.ts';

/** What the file picker offers; dropping takes whatever it is. */
export const ACCEPTED = '.json,.zip,.parquet,.gz,.db,.csv,.tsv,.jsonl,.ndjson,.txt,.yaml,.yml,.jsonc,.mmd,application/json,application/zip';

/** Opens a file that a person chooses. What reads files is fetched only then. */
export function pickFile(): void {
  chooseFile(ACCEPTED, (file) => void openFile(file));
}
