export function auditReport(printed: string): { readonly failed: boolean; readonly lines: readonly string[] };
