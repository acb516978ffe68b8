import type { PlatformClient } from './client';

/** The parsed JSON of a frame. */
export type Json = Record<string, unknown>;

/** Reads a socket's frames in any order, by type. */
export class FrameReader {
  readonly #frames: Json[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      this.#frames.push(JSON.parse(String(data)) as Json);
      for (const look of [...this.#waiting]) look();
    });
  }

  /** Returns the first frame of a type that was not returned before. */
  next(type: string): Promise<Json> {
    return new Promise((resolve) => {
      const look = () => {
        const at = this.#frames.findIndex((frame) => frame['Type'] === type);
        if (at === -1) return;
        this.#waiting.delete(look);
        resolve(this.#frames.splice(at, 1)[0] ?? {});
      };
      this.#waiting.add(look);
      look();
    });
  }

  command(command: 'subscribe' | 'typing', thing_id: number): void {
    const category = command === 'subscribe' ? { category: 'dialog' } : {};
    this.#socket.send(JSON.stringify({ command, ...category, thing_id }));
  }

  close(): void {
    this.#socket.close();
  }
}

/** Opens a client's socket, subscribed to a dialog, or to all by the client's own ID. */
export async function readFrames(client: PlatformClient, thing: number): Promise<FrameReader> {
  return subscribed(client.openSocket(), thing);
}

/** Subscribes an opening socket. */
export async function subscribed(socket: WebSocket, thing: number): Promise<FrameReader> {
  const reader = new FrameReader(socket);
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }));
  reader.command('subscribe', thing);
  await reader.next('subscribed');
  return reader;
}
