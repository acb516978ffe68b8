import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { SOCKET } from '../../shared/limits';
import { parseJson } from '../../shared/parse-json';
import type { ConnectionHandle, ConnectionOptions } from '../service';
import { encodeTextFrame } from './text-frames';

/**
 * The WebSocket of one client. The service may send frames before the upgrade has finished; they wait until then. Text
 * frames are written to the stream directly, since `ws` would encode the same frame again for each socket. Its own
 * frames are always written whole, so that the two can mix.
 */
export class OpenSocket {
  readonly listener: Pick<ConnectionOptions, 'send' | 'close'> = {
    send: (frame) => this.#send(frame),
    close: (code, reason) => this.end(code, reason),
  };
  #ws: WebSocket | undefined;
  #stream: Duplex | undefined;
  #connection: ConnectionHandle | undefined;
  #waiting: string[] = [];
  #ending: { code: number; reason: string } | undefined;
  #heardAt = performance.now();
  #heartbeats = 0;
  /** How many frames were not JSON. */
  #malformed = 0;
  readonly #base: string;

  /** `base` is this host's address as the client reached it. */
  constructor(base: string) {
    this.#base = base;
  }

  /** The upgrade has finished: sends what waited. `onGone` is called when the socket has closed. */
  open(ws: WebSocket, stream: Duplex, connection: ConnectionHandle, onGone: () => void): void {
    this.#ws = ws;
    this.#stream = stream;
    this.#connection = connection;
    this.#heardAt = performance.now();
    ws.on('message', (data, isBinary) => this.#receive(data, isBinary));
    ws.on('pong', () => this.#touch());
    ws.on('ping', () => this.#touch());
    // An error is followed by a close event, whose code says what was wrong.
    ws.on('error', () => undefined);
    ws.on('close', () => {
      onGone();
      connection.close();
    });
    for (const frame of this.#waiting) this.#send(frame);
    this.#waiting = [];
    if (this.#ending) this.end(this.#ending.code, this.#ending.reason);
  }

  /** Closes the socket with a code and a reason. A client that doesn't answer the close frame soon is cut off. */
  end(code: number, reason: string): void {
    this.#ending ??= { code, reason };
    const ws = this.#ws;
    if (!ws || ws.readyState !== ws.OPEN) return;
    ws.close(code, reason);
    setTimeout(() => ws.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  /** Cuts the client off without a close frame. */
  terminate(): void {
    this.#ws?.terminate();
  }

  /** Sends a ping from time to time, and cuts off a client that has been silent for too long. */
  checkHeartbeat(): void {
    if (performance.now() - this.#heardAt >= SOCKET.silence * 1000) this.terminate();
    else if (++this.#heartbeats % HEARTBEATS_PER_PING === 0) this.#ws?.ping();
  }

  #send(frame: string): void {
    const ws = this.#ws;
    if (!ws) {
      this.#waiting.push(frame);
      return;
    }
    if (ws.readyState !== ws.OPEN) return;
    const stream = this.#stream;
    if (!stream) return;
    batchWrites(stream);
    stream.write(encodeTextFrame(frame, this.#base));
    if (ws.bufferedAmount > SOCKET.backlog) this.end(1013, 'too slow: come back and resume');
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#touch();
    const command = isBinary ? undefined : parseJson(String(data));
    if (command !== undefined) this.#connection?.command(command);
    else if (++this.#malformed > SOCKET.malformed) this.end(1008, 'too many malformed frames');
    else this.#send(NOT_A_COMMAND);
  }

  #touch(): void {
    this.#heardAt = performance.now();
    this.#connection?.touch();
  }
}

/** How often each socket is checked. Both the time between pings and the longest silence are multiples of it. */
export const HEARTBEAT_MS = 15_000;
/** How long a client may take to answer a close frame. */
const CLOSE_TIMEOUT_MS = 2_500;
const HEARTBEATS_PER_PING = (SOCKET.ping * 1000) / HEARTBEAT_MS;
const NOT_A_COMMAND = JSON.stringify({ Type: 'error', detail: 'validation_error' });

const corked = new Set<Duplex>();

/** Sends what is written within one turn of the event loop in one system call, which costs more than a frame. */
function batchWrites(stream: Duplex): void {
  if (corked.has(stream)) return;
  if (corked.size === 0) setImmediate(flushWrites);
  corked.add(stream);
  stream.cork();
}

/** Writing to a thousand sockets would delay everything else, so what takes too long follows in the next turn. */
function flushWrites(): void {
  const end = performance.now() + FLUSH_MS;
  for (const stream of corked) {
    corked.delete(stream);
    stream.uncork();
    if (performance.now() > end) break;
  }
  if (corked.size > 0) setImmediate(flushWrites);
}

/** How many milliseconds of one turn are spent on writing. */
const FLUSH_MS = 4;
