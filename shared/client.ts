import { Backoff } from './client/backoff';
import { sendBytes, type SendOptions } from './client/bytes';
import type { Arguments, Described, UploadName } from './client/given';
import { EventClient, type EventClientState, type ServerEventListener } from './client/event-client';
import { httpTransport, type HttpOptions } from './client/http';
import { newKey } from './client/idempotency-key';
import { retryCall, type CallOptions } from './client/retry';
import type { Cursor } from './client/transport';
import { endpointOf, type DownloadName, type Name, type Output } from './contract';
import { AppError } from './errors';
import { withoutTrailing } from './characters/trailing';

export type { SendOptions } from './client/bytes';
export type { EventClientState, ServerEvent, ServerEventListener } from './client/event-client';
export type { Given, UploadName } from './client/given';
export type { CallOptions } from './client/retry';
export { Unreachable, type Cursor } from './client/transport';
export { AppError } from './errors';

/** How a client connects: its address and token, and where to resume the events. */
export interface ClientOptions extends HttpOptions {
  token: string;
  /** Where an earlier client stopped: the events missed since come first. */
  cursor?: Cursor;
  /** Receives the state of the event connection; `closed` also if the host no longer accepts the token. */
  onState?: (state: EventClientState) => void;
}

/** Something to send with a message or a post, as `dialogs.send` and `posts.create` take it. */
export interface UploadedAttachment<T extends string> {
  Type: T;
  Item: number;
}

/** A person's or a bot's connection to a community: every call of the contract, its events, and bytes. */
export interface Client {
  /**
   * Calls the service. A write carries an idempotency key, so that a retry after a lost answer changes nothing more; if
   * the host doesn't answer or is busy, the call is retried a few times. Throws AppError, or Unreachable if no answer
   * came.
   */
  call<N extends Exclude<Name, DownloadName>>(
    name: N,
    ...given: Arguments<N, CallOptions>
  ): Promise<Output<N>>;
  /**
   * Passes each event to a listener exactly once, even across lost connections, until the returned function is called;
   * and `reset` if missed events can't be replayed. The first listener opens the connection.
   */
  on(listener: ServerEventListener): () => void;
  /** Waits until events are received for the first time. Throws if the host does not accept the token. */
  listening(): Promise<void>;
  /** The position of the last event; null before the first connection. */
  readonly cursor: Cursor | null;
  /** Uploads bytes in chunks that are retried, then makes the call that uses them. Throws like `call`. */
  upload<N extends UploadName>(
    name: N,
    bytes: Blob | Uint8Array<ArrayBuffer>,
    input?: Described<N>,
    options?: SendOptions,
  ): Promise<Output<N>>;
  /** Uploads a file and returns it as an attachment to send. */
  file(
    bytes: Blob | Uint8Array<ArrayBuffer>,
    input: { filename: string },
    options?: SendOptions,
  ): Promise<UploadedAttachment<'file'>>;
  /** Uploads a photo and returns its ID, for `photos_list`. */
  photo(
    bytes: Blob | Uint8Array<ArrayBuffer>,
    input?: Described<'photos.upload'>,
    options?: SendOptions,
  ): Promise<number>;
  /** Uploads a track and returns it as an attachment to send. `input` is for what its own tags do not say. */
  audio(
    bytes: Blob | Uint8Array<ArrayBuffer>,
    input?: Described<'music.upload'>,
    options?: SendOptions,
  ): Promise<UploadedAttachment<'track'>>;
  /** Uploads a video and returns it as an attachment to send. */
  video(
    bytes: Blob | Uint8Array<ArrayBuffer>,
    input: Described<'videos.upload'>,
    options?: SendOptions,
  ): Promise<UploadedAttachment<'video'>>;
  /** Disconnects; no more events are received. */
  close(): void;
}

/** Creates a client; it connects when first used. Needs only fetch and a WebSocket. */
export function createClient(options: ClientOptions): Client {
  const { token, onState } = options;
  const url = withoutTrailing(options.url, /\//);
  const transport = httpTransport({ ...options, url });
  const events = new EventClient(transport, {
    onState: (state) => onState?.(state),
    onFrame: () => undefined,
    onRevoked: () => events.setOwner(null),
  });
  const closing = new AbortController();
  let opening: Promise<void> | undefined;

  return {
    call,
    on: (listener) => {
      if (!opening) {
        opening = open();
        opening.catch(() => onState?.('closed'));
      }
      return events.on(listener);
    },
    listening: async () => {
      await opening;
      await events.subscribed();
    },
    get cursor() {
      return events.cursor;
    },
    upload,
    file: async (bytes, input, sending) => {
      const { ID } = await upload('files.upload', bytes, input, sending);
      return { Type: 'file', Item: ID };
    },
    photo: async (bytes, input, sending) => (await upload('photos.upload', bytes, input, sending)).ID,
    audio: async (bytes, input, sending) => {
      const { ID } = await upload('music.upload', bytes, input, sending);
      return { Type: 'track', Item: ID };
    },
    video: async (bytes, input, sending) => {
      const { ID } = await upload('videos.upload', bytes, input, sending);
      return { Type: 'video', Item: ID };
    },
    close: () => {
      closing.abort();
      events.setOwner(null);
    },
  };

  async function call<N extends Exclude<Name, DownloadName>>(
    name: N,
    ...[input, calling = {}]: Arguments<N, CallOptions>
  ): Promise<Output<N>> {
    return (await ask(name, input, calling)) as Output<N>;
  }

  async function ask(
    name: Name,
    input: unknown,
    { key = newKey(), ...calling }: CallOptions,
  ): Promise<unknown> {
    const { kind, open: isOpen } = endpointOf(name);
    const { signal } = calling;
    const request = {
      token: isOpen ? null : token,
      ...(kind === 'write' && { key }),
      ...(signal && { signal }),
    };
    const { value } = await retryCall(() => transport.call(name, input, request), calling);
    return value;
  }

  async function upload<N extends UploadName>(
    name: N,
    given: Blob | Uint8Array<ArrayBuffer>,
    input: Described<N> = {},
    sending: SendOptions = {},
  ): Promise<Output<N>> {
    const taken = endpointOf(name).upload;
    if (!taken) throw new AppError('invalid_type');
    const bytes = given instanceof Blob ? given : new Blob([given]);
    const { filename } = input as { filename?: string };
    const id = await sendBytes({ url, token }, { bytes, kind: taken.kind, filename }, sending);
    return (await ask(name, { ...input, [taken.part]: id }, sending)) as Output<N>;
  }

  /** The connection needs the person's ID, which is requested until there is an answer. */
  async function open(): Promise<void> {
    const backoff = new Backoff(IDENTITY_DELAYS);
    for (;;) {
      try {
        const { ID: id } = await call('people.me', {}, { signal: closing.signal });
        if (!closing.signal.aborted) events.setOwner({ token, id }, options.cursor ?? null);
        return;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
        await backoff.wait({ signal: closing.signal });
      }
    }
  }
}

/** Delays between requests for the person's ID, in milliseconds. */
const IDENTITY_DELAYS = { min: 500, max: 15_000 };
