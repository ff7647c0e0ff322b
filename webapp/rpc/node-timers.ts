type Task = () => void;

const tasks: Task[] = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => tasks.shift()?.();

/** What jrpc wants of Node's `timers`. A message, unlike a timer, is not delayed in a hidden tab. */
export function setImmediate<A extends unknown[]>(task: (...args: A) => void, ...args: A): void {
  tasks.push(() => task(...args));
  channel.port2.postMessage(null);
}
