import { utilityProcess } from 'electron';
import { pictureEnvironment } from '../../content/pictures/picture-processes';
import type { StartStandbyProcess } from './process-messages';

/** Starts the process of a copy as an Electron utility process: a packaged application cannot run as Node. */
export const startStandbyUtility: StartStandbyProcess = (modulePath, { onMessage, onExit }) => {
  const child = utilityProcess.fork(modulePath, [], {
    env: pictureEnvironment(),
    serviceName: 'Courtyard copy',
    stdio: 'inherit',
  });
  child.on('message', onMessage);
  child.once('exit', onExit);
  return { send: (message) => child.postMessage(message), kill: () => void child.kill() };
};
