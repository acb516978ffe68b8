import type { Envelope, Saved } from '../../shared/bridge';
import type { Bridge } from '../../shared/channels';
import {
  Unreachable,
  type LineListener,
  type OpenLine,
  type Place,
  type Presented,
} from '../../shared/client/transport';
import type { Name } from '../../shared/contract';
import { AppError } from '../../shared/errors';
import type { PageTransport } from './transport';

/** These pages are in a browser, at an address that others can open; the desktop's window has none. */
export const isInBrowser = !('courtyard' in window);

/** The way of the desktop: the window's own bridge to the service in the same program; null in a browser. */
export function bridge(): PageTransport | null {
  const { courtyard } = window as { courtyard?: Bridge };
  if (!courtyard) return null;
  return {
    call: (name, input, presented) => call(courtyard, name, input, presented),
    download: async (name, input, presented) =>
      ((await call(courtyard, name, input, presented)) as Saved).Saved,
    connect: (token, place, listener) => connect(courtyard, token, place, listener),
  };
}

async function call(
  courtyard: Bridge,
  name: Name,
  input: unknown,
  { token, key, signal }: Presented,
): Promise<unknown> {
  const answer = await reached(
    courtyard.call(name, plain(input), { ...(token && { token }), ...(key && { key }) }),
  );
  signal?.throwIfAborted();
  if (answer.ok) return answer.value;
  throw failureIn(answer);
}

function connect(courtyard: Bridge, token: string, place: Place | null, listener: LineListener): OpenLine {
  const off = courtyard.on((frame) => {
    if (frame.Type === 'closed') listener.closed(frame.code);
    else listener.frame(frame);
  });
  courtyard
    .connect({ token, ...(place && { since: place.seq, log: place.log }) })
    .catch(() => listener.closed(1006));
  return {
    command: (command) => courtyard.command(command),
    close: () => {
      off();
      courtyard.disconnect();
    },
  };
}

/** The error that came over the bridge. */
export function failureIn({ error, isUnreachable }: Extract<Envelope, { ok: false }>): AppError {
  return isUnreachable ? new Unreachable() : AppError.fromBody(error);
}

/** Reactive state can't cross into another process; a copy of it can. */
function plain(input: unknown): unknown {
  return JSON.parse(JSON.stringify(input ?? {}));
}

async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new Unreachable(cause);
  }
}
