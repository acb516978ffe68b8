import { fork } from 'node:child_process';
import { Emitter } from './emitter.ts';

interface UtilityOptions {
  env?: Record<string, string>;
  serviceName?: string;
  stdio?: 'ignore' | 'inherit';
}

const port = new URL('./utility-port.ts', import.meta.url).href;

/** Electron's `utilityProcess.fork`: starts a Node process with `process.parentPort`. */
export function forkUtility(modulePath: string, args: string[], { env, stdio = 'ignore' }: UtilityOptions) {
  const child = fork(modulePath, args, {
    env,
    execArgv: ['--import', port],
    stdio: [stdio, stdio, stdio, 'ipc'],
    serialization: 'advanced',
  });
  const utility = Object.assign(new Emitter('utilityProcess', ['message', 'exit']), {
    get pid() {
      return child.pid;
    },
    postMessage: (message: object) => void child.send(message),
    kill: () => child.kill(),
  });
  child.on('message', (message) => utility.emit('message', message));
  child.once('exit', (code) => utility.emit('exit', code));
  return utility;
}
