/** What goes wrong with a server of the Tinker protocol. */
import { FREED } from './remote.ts';

/** `subject`: the server's address. */
interface At {
  readonly subject: string;
}

function seconds(count: number): string {
  const whole = Math.round(count);
  return whole >= 120 ? `${Math.round(whole / 60)} minutes` : whole === 1 ? '1 second' : `${whole} seconds`;
}

export const serverFaults = {
  E_SERVER_ADDRESS: ({ given }: { readonly given: string }) => ({
    message: `“${given}” is not the address of a server.`,
    hint: 'It is written with http:// or https://, for example http://127.0.0.1:8000.',
  }),
  /** `waited`: seconds. */
  E_SERVER_OFFLINE: (of: At & { readonly waited: number }) => ({
    message:
      of.waited < 1
        ? `${of.subject} cannot be reached.`
        : `${of.subject} cannot be reached, and has not answered for ${seconds(of.waited)}.`,
    hint: 'Check that the server is running and that this computer may reach it.',
  }),
  E_SERVER_BUSY: (of: At & { readonly status: number; readonly waited: number }) => ({
    message: `${of.subject} answered with the error ${of.status} for ${seconds(of.waited)}.`,
    hint:
      of.status === 429
        ? 'It has too much to do. Send fewer requests at a time, or try again later.'
        : 'What failed there is in the server’s own log.',
  }),
  /** `call`: the request's route, such as `forward_backward`. */
  E_SERVER_DEADLINE: (of: At & { readonly call: string; readonly waited: number }) => ({
    message: `${of.subject} has not finished ${of.call} after ${seconds(of.waited)}.`,
    hint: 'It may have forgotten it, after a restart: one of the servers then says “try again” for ever. Go on from the last checkpoint.',
  }),
  E_SERVER_UNSURE: (of: At & { readonly call: string }) => ({
    message: `The connection to ${of.subject} was lost during ${of.call}, and this server would do it twice if it were sent again.`,
    hint: 'Whether it was done is not known. Go on from the last checkpoint.',
  }),
  E_SERVER_FORGOT: (of: At & { readonly call: string; readonly said: string }) => ({
    message: `${of.subject} no longer knows what ${of.call} is about: ${of.said}`,
    hint: 'It was restarted, or has unloaded the adapters. Go on from the last checkpoint.',
  }),
  E_SERVER_REFUSED: (of: At & { readonly call: string; readonly status: number; readonly said: string }) => ({
    message: `${of.subject} refused ${of.call} (${of.status}): ${of.said}`,
    hint: `npm run check-server says what this server can do (docs/cluster.md#checking-a-real-server).${of.call === 'create_model' ? ` Where it has no place left: ${FREED}` : ''}`,
  }),
  /** `inPage`: the requests go through the process that serves the page. */
  E_SERVER_TOKEN: (of: At & { readonly given: boolean; readonly inPage: boolean }) => ({
    message: of.given ? `${of.subject} does not accept this token.` : `${of.subject} asks for a token.`,
    hint: of.inPage
      ? `Start the page with npm start -- --forward ${of.subject} --token-file FILE, with a file that holds it alone. It stays in that process.`
      : 'Pass --token-file with a file that holds it alone. It is sent to this address only, and written nowhere.',
  }),
  /** `missing`: the field of the answer that is not as the protocol has it. */
  E_SERVER_ANSWER: (of: At & { readonly call: string; readonly missing: string }) => ({
    message: `What answers at ${of.subject} does not speak the Tinker protocol: ${of.call} gave no ${of.missing}.`,
    hint: 'Check the address: it is the one below which /api/v1 lies.',
  }),
  E_SERVER_REDUCTION: (of: At) => ({
    message: `It is not known whether ${of.subject} sums or averages what a batch adds to the gradient.`,
    hint: 'Every learning rate would mean something else. npm run check-server says what the probe found (docs/cluster.md#checking-a-real-server).',
  }),
  E_SERVER_VERSION: (of: At & { readonly version: number; readonly newest: number }) => ({
    message: `${of.subject} keeps only the newest weights, version ${of.newest}; version ${of.version} was asked for.`,
    hint: 'Naming an older one would sample from other weights, or overwrite those being trained.',
  }),
};
