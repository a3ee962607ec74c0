/** What the measured tables say, in words, by evidence; read again whenever they are measured again. */
export const EVIDENCE_NOTES: Readonly<Record<string, string>> = {};
