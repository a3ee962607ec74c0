/** What the figures mean, by section: what bounds a missed target, and what would lift it. */
export const NOTES: Readonly<Record<string, string>> = {};
