import type { PictureProcess, StartPictureProcess } from '../../content/pictures/picture-processes';
import type { PictureProcessMessage } from '../../content/pictures/picture-task';
import processPath from '../../content/pictures/picture-process?modulePath';
import type { FromStandbyProcess, ToStandbyProcess } from './process-messages';

type ToProgram = Extract<FromStandbyProcess, { type: 'picture' }>;
type ToProcess = Extract<ToStandbyProcess, { type: 'picture' }>;

/** In the process of a copy: has the program start picture processes, since a utility process cannot. */
export class RemotePictures {
  readonly #send: (message: ToProgram) => void;
  readonly #listeners = new Map<number, Parameters<StartPictureProcess>[1]>();
  #last = 0;

  constructor(send: (message: ToProgram) => void) {
    this.#send = send;
  }

  readonly start: StartPictureProcess = (_modulePath, listener) => {
    const id = ++this.#last;
    this.#listeners.set(id, listener);
    this.#send({ type: 'picture', id, action: 'start' });
    return {
      send: (task) => this.#send({ type: 'picture', id, action: 'run', task }),
      kill: () => this.#send({ type: 'picture', id, action: 'kill' }),
    };
  };

  /** Takes a message of a picture process; null means that it has ended. */
  receive({ id, message }: ToProcess): void {
    const listener = this.#listeners.get(id);
    if (message !== null) return listener?.onMessage(message);
    this.#listeners.delete(id);
    listener?.onExit();
  }
}

/** In the program: the picture processes that the process of a copy asked for. */
export class PictureRelay {
  readonly #start: StartPictureProcess;
  readonly #send: (message: ToProcess) => void;
  readonly #running = new Map<number, Promise<PictureProcess>>();

  constructor(start: StartPictureProcess, send: (message: ToProcess) => void) {
    this.#start = start;
    this.#send = send;
  }

  receive(message: ToProgram): void {
    const { id } = message;
    if (message.action === 'run') this.#with(id, (running) => running.send(message.task));
    else if (message.action === 'start') this.#begin(id);
    else this.#with(id, (running) => running.kill());
  }

  /** Kills all of them: the process that used them has ended. */
  close(): void {
    for (const id of [...this.#running.keys()]) this.#with(id, (running) => running.kill());
  }

  #begin(id: number): void {
    const onExit = () => {
      if (this.#running.delete(id)) this.#send({ type: 'picture', id, message: null });
    };
    const onMessage = (message: PictureProcessMessage) => this.#send({ type: 'picture', id, message });
    const starting = Promise.resolve().then(() => this.#start(processPath, { onMessage, onExit }));
    this.#running.set(id, starting);
    starting.catch(onExit);
  }

  #with(id: number, act: (running: PictureProcess) => void): void {
    this.#running.get(id)?.then(act, () => undefined);
  }
}
