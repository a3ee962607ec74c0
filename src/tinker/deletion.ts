/** What a server was asked to keep, deleted again. Of the open servers SkyRL can (`delete_checkpoint` of its API, a956457), open-rl cannot. */
import { isRecord } from '../core/isRecord.ts';
import type { Http } from './http.ts';
import type { Deleted, SavedWeights } from './server.ts';

/** `tinker://model/weights/name`, or of what was saved to be sampled from. */
const ADDRESS = /^tinker:\/\/([\w.-]+)\/(weights|sampler_weights)\/([\w.-]+)$/;
/** Longest that the answer is waited for: a run waits beside it. Milliseconds. */
const SOON = 10_000;

/** Throws `E_SERVER_*`. */
export async function deleteSaved(http: Http, { path }: SavedWeights, signal: AbortSignal): Promise<Deleted> {
  const [, model, kind, name] = ADDRESS.exec(path) ?? [];
  if (model === undefined) return 'never';
  // Not gone on with where the server is lost or busy: whoever needs it notices, and this can be asked for later.
  const asked = { signal, method: 'DELETE', resend: false, within: SOON, accept: [404, 405, 425, 429] } as const;
  const { status, body } = await http.json(`training_runs/${model}/checkpoints/${kind}/${name}`, undefined, asked);
  if (status === 425 || status === 429) return 'later';
  // A route that is not there says nothing else; one that is names what it did not find.
  const isRoute = status !== 405 && (status !== 404 || (isRecord(body) && body['detail'] !== 'Not Found'));
  return isRoute ? 'deleted' : 'never';
}
