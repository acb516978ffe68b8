import { fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import type { PictureAnswer, PictureTask } from './picture-task';

/** A running picture process, of whatever kind. */
export interface PictureProcess {
  send: (task: PictureTask) => void;
  /** Ends it at once, also in the middle of a task. */
  kill: () => void;
}

/** What is heard of a picture process. */
export interface PictureListener {
  onAnswer: (answer: PictureAnswer) => void;
  onExit: () => void;
}

/** Starts a picture process from its module. */
export type StartPictureProcess = (
  modulePath: string,
  listener: PictureListener,
) => PictureProcess | Promise<PictureProcess>;

/** Starts a process of Node's. An installed desktop must not: its program does not run as Node. */
export const forkPictureProcess: StartPictureProcess = (modulePath, { onAnswer, onExit }) => {
  const child = fork(modulePath, [], {
    env: pictureEnvironment(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('message', onAnswer);
  child.once('error', onExit);
  child.once('exit', onExit);
  // An idle one does not keep the program alive.
  child.unref();
  child.channel?.unref();
  return {
    send: (task) => void child.send(task, (error) => error && onExit()),
    kill: () => void child.kill('SIGKILL'),
  };
};

/**
 * Starts a thread in place of a process: for pictures that this program drew itself, in threads of Electron, which can
 * start no process of their own. Its memory is not bounded.
 */
export const startPictureThread: StartPictureProcess = (modulePath, { onAnswer, onExit }) => {
  const worker = new Worker(modulePath);
  worker.on('message', onAnswer);
  worker.once('error', onExit);
  worker.once('exit', onExit);
  worker.unref();
  return { send: (task) => worker.postMessage(task), kill: () => void worker.terminate() };
};

/** The environment without this program's own settings, some of which are secret. */
export function pictureEnvironment(): Record<string, string> {
  const isNeeded = ([name, value]: [string, string | undefined]) =>
    value !== undefined && !/^(COURTYARD_|NODE_OPTIONS$)/i.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(isNeeded) as [string, string][]);
}
