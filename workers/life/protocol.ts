/** What a worker says of its own life, on its port, beside whatever else goes over it. */

export interface LifeMessage {
  /** Name of a Web Lock that the worker holds from now to its end, however it ends. */
  readonly life: string;
}

/** The lock that `message` names; null where it says nothing of the kind. */
export function lifeOf(message: unknown): string | null {
  const life = typeof message === 'object' && message !== null && 'life' in message ? message.life : null;
  return typeof life === 'string' ? life : null;
}
