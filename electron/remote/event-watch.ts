import { Line, type Listener } from '../../shared/client/line';
import { TOKEN_REVOKED, type OpenLine, type Place, type Transport } from '../../shared/client/transport';
import type { SignedIn } from '../../shared/bridge';
import { AppError } from '../../shared/errors';
import type { Frame } from '../../shared/events';
import { SOCKET } from '../../shared/limits';
import type { ConnectionHandle as ServiceLine, Service } from '../service';

/** A community as this program's doors know it, its own or a joined one. */
export type Asked = Pick<Service, 'call' | 'connect'>;

/** Who is told what is new in a community. */
export interface WatchListener {
  /** How many messages are unread, at first and when that is another. */
  count: (unread: number) => void;
  /** What came over the line. */
  hear: Listener;
}

/** Counts what is unread in a community that nobody looks at now, by a line for its events. */
export class Watch {
  readonly #line: Line;
  readonly #read: () => Promise<number>;
  readonly #tell: (unread: number) => void;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** `client` is what the program is called in the person's list of devices. */
  constructor(community: Asked, client: string, signedIn: SignedIn, { count, hear }: WatchListener) {
    this.#tell = count;
    const session = { token: signedIn.token, address: '', userAgent: client };
    this.#read = async () => {
      const { NewMessages } = await community.call(session, 'people.me', {});
      // Of a host elsewhere nothing is certain.
      return Math.max(0, Math.floor(Number(NewMessages) || 0));
    };
    this.#line = new Line(transportTo(community, client), {
      become: (state) => state === 'connected' && this.#countSoon(0),
      hear: () => undefined,
      revoked: () => this.#tell(0),
    });
    this.#line.on(({ Type }) => COUNTED.has(Type) && this.#countSoon(COUNT_AFTER_MS));
    this.#line.on(hear);
    this.#line.belongTo(signedIn);
  }

  /** Counts no more. */
  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#line.belongTo(null);
  }

  /** Many events in a row are one reading. */
  #countSoon(wait: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // Where it could not be read, the line is lost too, and its return counts anew.
      this.#read().then(
        (unread) => !this.#isOver && this.#tell(unread),
        () => undefined,
      );
    }, wait);
  }
}

/** Events that change how many messages are unread. */
const COUNTED = new Set(['message', 'message_delete', 'read', 'dialog', 'dialog_delete', 'reset']);
const COUNT_AFTER_MS = 400;

/** The way to a community as a client's line takes it. */
function transportTo(community: Asked, client: string): Pick<Transport, 'connect'> {
  return {
    connect: (token, place, listener) => {
      let line: ServiceLine | undefined;
      let pulse: NodeJS.Timeout | undefined;
      let isOver = false;
      const waiting: unknown[] = [];
      const lose = (code: number) => {
        clearInterval(pulse);
        if (!isOver) listener.closed(code);
        isOver = true;
      };
      community
        .connect(
          { token, address: '', userAgent: client },
          {
            ...sinceOf(place),
            send: (frame) => !isOver && listener.frame(JSON.parse(frame) as Frame),
            close: lose,
          },
        )
        .then(
          (opened) => {
            if (isOver) return opened.close();
            line = opened;
            // The person is as much here as in the community that is shown.
            pulse = setInterval(() => opened.touch(), SOCKET.ping * 1000).unref();
            for (const command of waiting) opened.command(command);
          },
          (error: unknown) =>
            lose(error instanceof AppError && error.code === 'auth_failed' ? TOKEN_REVOKED : 1006),
        );
      return {
        command: (command) => void (line ? line.command(command) : waiting.push(command)),
        close: () => {
          isOver = true;
          clearInterval(pulse);
          line?.close();
        },
      } satisfies OpenLine;
    },
  };
}

function sinceOf(place: Place | null): { since?: number; log?: string } {
  return place ? { since: place.seq, log: place.log } : {};
}
