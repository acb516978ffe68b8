import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { clientFrame, openCountingSocket } from './frames';
import type { LoadRequest } from './load';
import { answerJobs } from './answering';

/** A helper process that listens on many sockets and sends messages that reach all of them. */

export interface SocketsJob {
  /** The URL of each socket. */
  urls: string[];
  /** The first command of each socket, if any. */
  commands: string[];
  /** Requests that send a message, used in turn and repeated. `TEXT` in the body is replaced. */
  sends: LoadRequest[];
  url: string;
  seconds: number;
  /**
   * Messages in flight at once (each until every socket has received it), or messages per second, which may be none.
   */
  pace: { inFlight: number } | { perSecond: number };
}

export interface SocketsResult {
  deliveriesPerSecond: number;
  /** Milliseconds from sending a message until a socket has received it. */
  p50: number;
  p99: number;
}

export const TEXT = '[text]';

/** Messages are recognized by this text and the number after it. */
const MARK = 'bench-message-';
const DIGITS = 8;
const QUIET_MS = 1500;

async function run(job: SocketsJob): Promise<SocketsResult> {
  const sentAt: number[] = [];
  const missing: number[] = [];
  const times: number[] = [];
  const arrived: (() => void)[] = [];
  let lastFrame = 0;
  const hear = (payload: Buffer) => {
    lastFrame = performance.now();
    const at = payload.indexOf(MARK);
    if (at === -1) return;
    const message = Number(payload.toString('latin1', at + MARK.length, at + MARK.length + DIGITS));
    times.push(performance.now() - (sentAt[message] ?? 0));
    missing[message] = (missing[message] ?? 0) - 1;
    if (missing[message] === 0) arrived[message]?.();
  };
  const sockets = await openAll(job, hear);
  const agent = new Agent({ keepAlive: true });
  const deliver = async (due = performance.now()) => {
    const message = sentAt.push(due) - 1;
    missing[message] = sockets.length;
    const everywhere = new Promise<void>((resolve) => (arrived[message] = resolve));
    const text = `${MARK}${String(message).padStart(DIGITS, '0')} and some words as people write them`;
    await send(agent, job.url, job.sends[message % job.sends.length] as LoadRequest, text);
    await everywhere;
  };
  try {
    // First the sockets receive events about all the people who came online.
    do await wait(QUIET_MS);
    while (performance.now() - lastFrame < QUIET_MS);
    await deliver();
    times.length = 0;
    const begun = performance.now();
    await ('inFlight' in job.pace
      ? closedLoop(deliver, job.pace.inFlight, job.seconds)
      : openLoop(deliver, job.pace.perSecond, job.seconds));
    const took = (performance.now() - begun) / 1000;
    times.sort((one, other) => one - other);
    const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
    return { deliveriesPerSecond: times.length / took, p50: at(0.5), p99: at(0.99) };
  } finally {
    for (const socket of sockets) socket.destroy();
    agent.destroy();
  }
}

async function openAll(job: SocketsJob, hear: (payload: Buffer) => void): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (const [index, url] of job.urls.entries()) {
    const command = job.commands[index];
    const ready = Promise.withResolvers<void>();
    const socket = await openCountingSocket(url, (payload) => {
      if (payload.indexOf('"subscribed"') !== -1) ready.resolve();
      else hear(payload);
    });
    sockets.push(socket);
    if (command === undefined) continue;
    socket.write(clientFrame(command));
    await ready.promise;
  }
  return sockets;
}

async function closedLoop(deliver: () => Promise<void>, inFlight: number, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000;
  const one = async () => {
    while (performance.now() < until) await deliver();
  };
  await Promise.all(Array.from({ length: inFlight }, one));
}

/** Sends at a constant rate, however slow the server is; a message's time counts from when it was due. */
async function openLoop(
  deliver: (due: number) => Promise<void>,
  perSecond: number,
  seconds: number,
): Promise<void> {
  const begun = performance.now();
  const under: Promise<void>[] = [];
  for (let message = 0; message < perSecond * seconds; message++) {
    const due = begun + (message * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    under.push(deliver(due));
  }
  await Promise.all(under);
  if (perSecond === 0) await wait(seconds * 1000);
}

function send(agent: Agent, url: string, { method, path, headers, body }: LoadRequest, text: string) {
  return new Promise<void>((resolve, reject) => {
    const asking = request(url + path, { method, headers, agent }, (response) => {
      response.resume();
      if (response.statusCode === 200) response.on('end', resolve);
      else reject(new Error(`a message was refused: ${response.statusCode}`));
    });
    asking.on('error', reject);
    asking.end(body?.replace(TEXT, text));
  });
}

answerJobs(run);
