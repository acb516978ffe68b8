import { fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import type { PictureProcessMessage, PictureTask } from './picture-task';

/** A running picture process or thread. */
export interface PictureProcess {
  send: (task: PictureTask) => void;
  /** Kills it at once, even during a task. */
  kill: () => void;
}

/** Callbacks for the messages and the exit of a picture process. */
export interface PictureProcessListener {
  onMessage: (answer: PictureProcessMessage) => void;
  onExit: () => void;
}

/** Starts a picture process from its module. */
export type StartPictureProcess = (
  modulePath: string,
  listener: PictureProcessListener,
) => PictureProcess | Promise<PictureProcess>;

/** Starts a Node child process. The packaged desktop program cannot, because it doesn't run as Node. */
export const forkPictureProcess: StartPictureProcess = (modulePath, { onMessage: onAnswer, onExit }) => {
  const child = fork(modulePath, [], {
    env: pictureEnvironment(),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('message', onAnswer);
  child.once('error', onExit);
  child.once('exit', onExit);
  // An idle process must not keep the program alive.
  child.unref();
  child.channel?.unref();
  return {
    send: (task) => void child.send(task, (error) => error && onExit()),
    kill: () => void child.kill('SIGKILL'),
  };
};

/**
 * Starts a thread instead of a process, for trusted pictures only (demo data): Electron's threads cannot start
 * processes. Its memory is not limited.
 */
export const startPictureThread: StartPictureProcess = (modulePath, { onMessage: onAnswer, onExit }) => {
  const worker = new Worker(modulePath);
  worker.on('message', onAnswer);
  worker.once('error', onExit);
  worker.once('exit', onExit);
  worker.unref();
  return { send: (task) => worker.postMessage(task), kill: () => void worker.terminate() };
};

/** The environment without this program's settings, some of which are secret. */
export function pictureEnvironment(): Record<string, string> {
  const isNeeded = ([name, value]: [string, string | undefined]) =>
    value !== undefined && !/^(COURTYARD_|NODE_OPTIONS$)/i.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(isNeeded) as [string, string][]);
}
