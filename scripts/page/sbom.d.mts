export const SBOM: string;
export function sbomOf(lockText: string): string;
