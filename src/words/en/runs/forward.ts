/** What the process that serves the page says where it hands requests on to a server of the Tinker protocol. */
import { spoken } from '../../forms/language.ts';

export const forwardText = spoken('runs/forward', {
  /** Why a request is not handed on. */
  refused: {
    path: (path: string) => `${path} is no route of the Tinker protocol: only what lies below api/v1 is handed on, without a query.`,
    polls: 'A list of request numbers was expected, {"ids": ["…"]}.',
    /** `most`: MB. */
    tooLarge: (most: number) => `This request is larger than ${most} MB, and is not handed on.`,
    redirect: (server: string, to: string) =>
      `${server} points to ${to}. Only what lies at its own address is handed on; in the terminal (npm run train -- --engine tinker) it can be fetched.`,
  },
  lost: (server: string, reason: string) => `${server} cannot be reached: ${reason}`,
  /** `seconds` without a sign of the server. */
  silent: (seconds: number) => `no answer within ${seconds} s`,
  tooLong: (most: number) => `its answer is longer than ${most} MB`,
  started: (server: string, token: boolean) =>
    `Training can be done by the server at ${server}${token ? ', with a token that stays in this process' : ''}: Training → Settings → Policies are trained by.`,
});
