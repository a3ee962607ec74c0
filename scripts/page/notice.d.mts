export function noticeOf(lockText: string): string;
