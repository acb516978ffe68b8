import type { Envelope, Saved } from '../../shared/bridge';
import type { Bridge } from '../../shared/channels';
import {
  Unreachable,
  type Cursor,
  type EventSocket,
  type EventSocketListener,
  type RequestOptions,
  type TransportAnswer,
} from '../../shared/client/transport';
import type { Name } from '../../shared/contract';
import { AppError } from '../../shared/errors';
import type { PageTransport } from './transport';

declare global {
  interface Window {
    /** Of the desktop program, from its preload script. */
    readonly courtyard?: Bridge;
  }
}

/** True if the pages run in a browser, at an address other people can open; false in the desktop app. */
export const isInBrowser = !('courtyard' in window);

/**
 * Returns the desktop app's transport, which calls the service in the same program over the preload bridge. Returns
 * null in a browser.
 */
export function bridgeTransport(): PageTransport | null {
  const { courtyard } = window;
  if (!courtyard) return null;
  return {
    call: (name, input, options) => call(courtyard, name, input, options),
    download: async (name, input, options) =>
      ((await call(courtyard, name, input, options)).value as Saved).Saved,
    connect: (token, cursor, listener) => connect(courtyard, token, cursor, listener),
  };
}

async function call(
  courtyard: Bridge,
  name: Name,
  input: unknown,
  { token, key, signal }: RequestOptions,
): Promise<TransportAnswer> {
  signal?.throwIfAborted();
  const running = reached(
    courtyard.call(name, plain(input), { ...(token && { token }), ...(key && { key }) }),
  );
  const answer = await (signal ? untilAborted(running, signal) : running);
  signal?.throwIfAborted();
  if (answer.ok) return answer;
  throw failureIn(answer);
}

function connect(
  courtyard: Bridge,
  token: string,
  cursor: Cursor | null,
  listener: EventSocketListener,
): EventSocket {
  const unsubscribe = courtyard.on((frame) => {
    if (frame.Type === 'closed') listener.onClose(frame.code);
    else listener.onFrame(frame);
  });
  courtyard
    .connect({ token, ...(cursor && { since: cursor.seq, log: cursor.log }) })
    .catch(() => listener.onClose(1006));
  return {
    send: (command) => courtyard.command(command),
    close: () => {
      unsubscribe();
      courtyard.disconnect();
    },
  };
}

/** Rejects with the reason of a signal when it aborts: what runs over the bridge can't be ended. */
function untilAborted<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    void running.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Converts an error received over the bridge to an AppError. */
export function failureIn({ error, isUnreachable }: Extract<Envelope, { ok: false }>): AppError {
  return isUnreachable ? new Unreachable() : AppError.fromBody(error);
}

/** Copies the input: reactive state can't be sent to another process. */
function plain(input: unknown): unknown {
  return JSON.parse(JSON.stringify(input ?? {}));
}

/** Rejects with Unreachable if the bridge itself fails. */
async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new Unreachable(cause);
  }
}
