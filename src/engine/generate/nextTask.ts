/**
 * Lets other tasks of this thread run: messages from other threads, clicks. A timer would do too, but browsers hold
 * nested timers back by 4 ms.
 */
const waiting: (() => void)[] = [];
let channel: MessageChannel | undefined;

export function nextTask(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => waiting.shift()?.();
  }
  const { port2 } = channel;
  return new Promise((resolve) => {
    waiting.push(resolve);
    port2.postMessage(null);
  });
}
