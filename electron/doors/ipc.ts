import type { IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import type { Logger } from 'pino';
import type { BridgeFrame, Envelope, Saved } from '../../shared/bridge';
import { Unreachable } from '../../shared/client/transport';
import { endpointOf, isName, type Name } from '../../shared/contract';
import type { Download } from '../../shared/contract/download';
import { AppError, invalid } from '../../shared/errors';
import { SOCKET } from '../../shared/limits';
import type { Answer, ConnectionHandle, ConnectionOptions, Service, Session } from '../service';
import { toAppError } from './error-responses';
import { push, type HandlersOf } from './ipc-channels';

export interface IpcDoorOptions {
  /** The service of a page of ours, by its address; null for any other page, which is not answered. */
  serviceAt: (url: string) => Pick<Service, 'answer' | 'connect'> | null;
  /** What the window is called in the person's list of devices. */
  client: string;
  /** Puts a file where the person wants it; false where they thought better of it. */
  save: (file: Download) => Promise<boolean>;
  logger: Logger;
}

/**
 * Door 1: the window's calls, and one line for events per window. Every message is refused unless it comes from the main
 * frame of one of our pages.
 */
export function ipcDoor({
  serviceAt,
  client,
  save,
  logger,
}: IpcDoorOptions): HandlersOf<'call' | 'connect' | 'command' | 'disconnect'> {
  const lines = new Map<WebContents, WindowLine>();
  const watched = new WeakSet<WebContents>();

  return {
    call,
    connect,
    command: (event, command) => {
      if (isOwn(event)) lines.get(event.sender)?.command(command);
    },
    disconnect: (event) => {
      if (isOwn(event)) endLine(event.sender);
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
    endLine(window);
    const line = new WindowLine(window, Number(number), () => lines.delete(window));
    lines.set(window, line);
    try {
      const { token, since, log } = fieldsOf(options);
      const place = placeOf(since, log);
      line.open(
        await service.connect(sessionOf(textOrNothing('token', token)), { ...place, ...line.listener }),
      );
    } catch (error) {
      line.listener.close(closeCodeOf(toAppError(error, logger)), '');
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
    logger.warn({ url: event.senderFrame?.url }, 'a strange page has called');
    throw new AppError('access_denied');
  }

  /** A page that is gone, or was loaded anew, no longer hears. */
  function watch(window: WebContents): void {
    if (watched.has(window)) return;
    watched.add(window);
    window.on('destroyed', () => endLine(window));
    window.on('render-process-gone', () => endLine(window));
    window.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) endLine(window);
    });
  }

  function endLine(window: WebContents): void {
    lines.get(window)?.close();
    lines.delete(window);
  }
}

/** The line of one window. The service speaks and the page answers before the line is handed over: such commands wait. */
class WindowLine {
  readonly listener: Pick<ConnectionOptions, 'send' | 'close'> = {
    send: (frame) => this.#tell(frame),
    close: (code) => {
      this.#tell(JSON.stringify({ Type: 'closed', code } satisfies BridgeFrame));
      this.#gone();
      this.close();
    },
  };
  readonly #window: WebContents;
  readonly #number: number;
  readonly #gone: () => void;
  #line: ConnectionHandle | undefined;
  #waiting: unknown[] = [];
  #closed = false;
  #pulse: NodeJS.Timeout | undefined;

  constructor(window: WebContents, number: number, gone: () => void) {
    this.#window = window;
    this.#number = number;
    this.#gone = gone;
  }

  open(line: ConnectionHandle): void {
    if (this.#closed) return line.close();
    this.#line = line;
    for (const command of this.#waiting) line.command(command);
    this.#waiting = [];
    // The window is in this very program: it is heard as long as it is there.
    this.#pulse = setInterval(() => line.touch(), SOCKET.ping * 1000);
    this.#pulse.unref();
  }

  command(command: unknown): void {
    if (this.#line) this.#line.command(command);
    else if (this.#waiting.length < COMMANDS_WAITING) this.#waiting.push(command);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#pulse);
    this.#line?.close();
  }

  #tell(frame: string): void {
    if (!this.#closed && !this.#window.isDestroyed()) push(this.#window, 'event', this.#number, frame);
  }
}

/** Commands that a page may say before its line is open. */
const COMMANDS_WAITING = 100;
/** Close codes: the token is no good; the host is stopping; something else went wrong. */
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

function placeOf(since: unknown, log: unknown): Pick<ConnectionOptions, 'since' | 'log'> {
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
