import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import type { Logger } from 'pino';
import type { BridgeFrame, Envelope, Saved } from '../../shared/bridge';
import { Unreachable } from '../../shared/client/transport';
import { endpointOf, isName, type Name } from '../../shared/contract';
import type { Download } from '../../shared/contract/media/download';
import { AppError, invalid } from '../../shared/errors';
import { SOCKET } from '../../shared/limits';
import type { Answer, ConnectionHandle, ConnectionOptions, Service, Session } from '../service';
import { toAppError } from './error-responses';
import { push, type HandlersOf } from './ipc-channels';

/** What the IPC transport answers windows with. */
export interface IpcDoorOptions {
  /** The service of a page of this program, by its address; null for any other page, which is not answered. */
  serviceAt: (url: string) => Pick<Service, 'answer' | 'connect'> | null;
  /** The name of the window in the person's list of devices. */
  client: string;
  /** Saves a file where the person chooses; returns false if they cancel. */
  save: (file: Download) => Promise<boolean>;
  logger: Logger;
}

/**
 * The IPC transport: calls of the desktop window, and one event connection per window. Every message is rejected unless
 * it comes from the main frame of one of our pages.
 */
export function ipcDoor({
  serviceAt,
  client,
  save,
  logger,
}: IpcDoorOptions): HandlersOf<'call' | 'connect' | 'command' | 'disconnect'> {
  const connections = new Map<WebContents, WindowConnection>();
  const watched = new WeakSet<WebContents>();

  return {
    call,
    connect,
    command: (event, command) => {
      if (isOwn(event)) connections.get(event.sender)?.command(command);
    },
    disconnect: (event) => {
      if (isOwn(event)) disconnect(event.sender);
    },
  };

  async function call(
    event: IpcMainInvokeEvent,
    name: unknown,
    input: unknown,
    options: unknown,
  ): Promise<Envelope> {
    try {
      const service = requireOwnPage(event);
      const { token, key } = fieldsOf(options);
      const session = sessionOf(textOrNothing('token', token));
      const known = requireName(name);
      const answer = await service.answer(session, known, input, textOrNothing('Idempotency-Key', key));
      if (endpointOf(known).download === undefined) return succeeded(answer);
      return succeeded({ value: { Saved: await save(answer.value as Download) } satisfies Saved });
    } catch (error) {
      return failed(toAppError(error, logger));
    }
  }

  async function connect(event: IpcMainInvokeEvent, number: unknown, options: unknown): Promise<void> {
    const service = requireOwnPage(event);
    const window = event.sender;
    watch(window);
    disconnect(window);
    const connection = new WindowConnection(window, Number(number), () => {
      // It may fail after the page has opened another one.
      if (connections.get(window) === connection) connections.delete(window);
    });
    connections.set(window, connection);
    try {
      const { token, since, log } = fieldsOf(options);
      const cursor = cursorOf(since, log);
      const session = sessionOf(textOrNothing('token', token));
      connection.open(await service.connect(session, { ...cursor, ...connection.listener }));
    } catch (error) {
      connection.listener.close(closeCodeOf(toAppError(error, logger)), '');
    }
  }

  function sessionOf(token: string | undefined): Session {
    return { token: token ?? null, address: '', userAgent: client };
  }

  function isOwn(event: IpcMainEvent): boolean {
    return serviceOf(event) !== null;
  }

  function serviceOf({ senderFrame, sender }: IpcMainEvent | IpcMainInvokeEvent) {
    return senderFrame !== null && senderFrame === sender.mainFrame ? serviceAt(senderFrame.url) : null;
  }

  function requireOwnPage(event: IpcMainInvokeEvent): Pick<Service, 'answer' | 'connect'> {
    const service = serviceOf(event);
    if (service) return service;
    logger.warn({ url: event.senderFrame?.url }, 'rejected a call from a foreign page');
    throw new AppError('access_denied');
  }

  /** Disconnects the window when its page is closed, crashes or is replaced. */
  function watch(window: WebContents): void {
    if (watched.has(window)) return;
    watched.add(window);
    window.on('destroyed', () => disconnect(window));
    window.on('render-process-gone', () => disconnect(window));
    window.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) disconnect(window);
    });
  }

  function disconnect(window: WebContents): void {
    connections.get(window)?.close();
    connections.delete(window);
  }
}

/** The event connection of one window. Commands that the page sends before the connection is open are queued. */
class WindowConnection {
  readonly listener: Pick<ConnectionOptions, 'send' | 'close'> = {
    send: (frame) => this.#send(frame),
    close: (code) => {
      this.#send(JSON.stringify({ Type: 'closed', code } satisfies BridgeFrame));
      this.#onClosed();
      this.close();
    },
  };
  readonly #window: WebContents;
  readonly #number: number;
  readonly #onClosed: () => void;
  #handle: ConnectionHandle | undefined;
  #queue: unknown[] = [];
  #closed = false;
  #keepAlive: NodeJS.Timeout | undefined;

  constructor(window: WebContents, number: number, onClosed: () => void) {
    this.#window = window;
    this.#number = number;
    this.#onClosed = onClosed;
  }

  open(handle: ConnectionHandle): void {
    if (this.#closed) return handle.close();
    this.#handle = handle;
    for (const command of this.#queue) handle.command(command);
    this.#queue = [];
    // The window is part of this program, so it counts as connected for as long as it exists.
    this.#keepAlive = setInterval(() => handle.touch(), SOCKET.ping * 1000);
    this.#keepAlive.unref();
  }

  command(command: unknown): void {
    if (this.#handle) this.#handle.command(command);
    else if (this.#queue.length < MAX_QUEUED_COMMANDS) this.#queue.push(command);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#keepAlive);
    this.#handle?.close();
  }

  #send(frame: string): void {
    if (!this.#closed && !this.#window.isDestroyed()) push(this.#window, 'event', this.#number, frame);
  }
}

/** How many commands a page may send before its connection is open. */
const MAX_QUEUED_COMMANDS = 100;
/** Close codes: invalid token; the host is stopping; any other error. */
const CODES = { auth_failed: 4401, unavailable: 1001, other: 1011 };

function closeCodeOf({ code }: AppError): number {
  return code === 'auth_failed' || code === 'unavailable' ? CODES[code] : CODES.other;
}

function requireName(name: unknown): Name {
  if (typeof name !== 'string' || !isName(name)) throw new AppError('not_found');
  return name;
}

function fieldsOf(options: unknown): Record<string, unknown> {
  return typeof options === 'object' && options !== null ? { ...options } : {};
}

function textOrNothing(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null || typeof value === 'string') return value ?? undefined;
  throw invalid(field, 'must be a string');
}

function cursorOf(since: unknown, log: unknown): Pick<ConnectionOptions, 'since' | 'log'> {
  if (since === undefined) return {};
  if (typeof since !== 'number' || !Number.isSafeInteger(since) || since < 0)
    throw invalid('since', 'must be a whole number');
  const name = textOrNothing('log', log);
  return { since, ...(name !== undefined && { log: name }) };
}

function succeeded({ value, seq }: Answer<unknown>): Envelope {
  return { ok: true, value, ...(seq !== undefined && { seq }) };
}

/** The answer to a call that failed. */
export function failed(failure: AppError): Envelope {
  const isUnreachable = failure instanceof Unreachable;
  return { ok: false, error: failure.toBody(), ...(isUnreachable && { isUnreachable }) };
}
