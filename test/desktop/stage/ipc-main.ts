import { EventEmitter } from 'node:events';

type Handler = (event: object, ...values: unknown[]) => unknown;

/** `ipcMain`: listeners, and one handler per invoked channel. */
class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  /** Returns the answer of a channel's handler to a page. */
  async answer(channel: string, event: object, values: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    if (!handler) throw new Error(`No handler registered for '${channel}'`);
    return structuredClone(await handler(event, ...values));
  }
}

export const ipcMain = new IpcMain();
