import type { Name } from '../../shared/contract';
import { AppError } from '../../shared/errors';
import type { Command, Frame } from '../../shared/events';
import {
  Unreachable,
  type LineListener,
  type OpenLine,
  type Place,
  type Presented,
  type Transport,
} from './transport';

/** What the desktop's preload script puts on the window. */
interface CourtyardBridge {
  call(name: string, input: unknown, options?: { token?: string; key?: string }): Promise<unknown>;
  on(listener: (frame: unknown) => void): () => void;
  connect(options: { token: string; since?: number; log?: string }): Promise<void>;
  command(command: Command): void;
  disconnect(): void;
}

/** The way of the desktop: the window's own bridge to the service in the same program; null in a browser. */
export function bridge(): Transport | null {
  const { courtyard } = window as { courtyard?: CourtyardBridge };
  if (!courtyard) return null;
  return {
    call: (name, input, presented) => call(courtyard, name, input, presented),
    connect: (token, place, listener) => connect(courtyard, token, place, listener),
  };
}

async function call(
  courtyard: CourtyardBridge,
  name: Name,
  input: unknown,
  { token, key, signal }: Presented,
): Promise<unknown> {
  const answer = await reached(
    courtyard.call(name, plain(input), { ...(token && { token }), ...(key && { key }) }),
  );
  signal?.throwIfAborted();
  if (typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok && 'value' in answer) {
    return answer.value;
  }
  throw AppError.fromBody((answer as { error?: unknown } | null)?.error);
}

function connect(
  courtyard: CourtyardBridge,
  token: string,
  place: Place | null,
  listener: LineListener,
): OpenLine {
  const off = courtyard.on((frame) => {
    const { Type, code } = frame as { Type: string; code?: number };
    if (Type === 'closed') listener.closed(code ?? 1006);
    else listener.frame(frame as Frame);
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
