import { app, utilityProcess } from 'electron';
import { pictureEnvironment, type StartPictureProcess } from '../content/pictures/picture-processes';

/** Starts a picture process as an Electron utility process: a packaged application cannot run as Node. */
export const startPictureUtility: StartPictureProcess = async (
  modulePath,
  { onMessage: onAnswer, onExit },
) => {
  // Guests on the network may send a picture before the window opens.
  await app.whenReady();
  const child = utilityProcess.fork(modulePath, [], {
    env: pictureEnvironment(),
    serviceName: 'Courtyard pictures',
    stdio: 'ignore',
  });
  child.on('message', onAnswer);
  child.once('exit', onExit);
  return {
    send: (task) => child.postMessage(task),
    kill: () => {
      const { pid } = child;
      child.kill();
      // `kill` is only a request, which a busy decoder answers late.
      try {
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
      } catch {
        // It has exited already.
      }
    },
  };
};
