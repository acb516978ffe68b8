import { EventClient, type ServerEventListener } from '../../shared/client/event-client';
import { TOKEN_REVOKED, type Cursor, type EventSocket, type Transport } from '../../shared/client/transport';
import type { SignedIn } from '../../shared/bridge';
import { AppError } from '../../shared/errors';
import type { Frame } from '../../shared/events';
import { SOCKET } from '../../shared/limits';
import type { ConnectionHandle as ServiceLine, Service } from '../service';

/** The interface of a community, local or remote. */
export type CommunityApi = Pick<Service, 'call' | 'connect'>;

/** Receives changes in a community. */
export interface WatchListener {
  /** Called with the number of unread messages, initially and on each change. */
  onUnread: (unread: number) => void;
  /** Called with each event. */
  onEvent: ServerEventListener;
}

/** Counts unread messages of a community that isn't displayed, using an event connection of its own. */
export class UnreadWatch {
  readonly #events: EventClient;
  readonly #fetchUnread: () => Promise<number>;
  readonly #onUnread: (unread: number) => void;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** `client` is the program's name in the person's list of devices. */
  constructor(
    community: CommunityApi,
    client: string,
    signedIn: SignedIn,
    { onUnread, onEvent }: WatchListener,
  ) {
    this.#onUnread = onUnread;
    const session = { token: signedIn.token, address: '', userAgent: client };
    this.#fetchUnread = async () => {
      const { NewMessages } = await community.call(session, 'people.me', {});
      // Data from a remote host is not trusted.
      return Math.max(0, Math.floor(Number(NewMessages) || 0));
    };
    this.#events = new EventClient(createTransport(community, client), {
      onState: (state) => state === 'connected' && this.#scheduleCount(0),
      onFrame: () => undefined,
      onRevoked: () => this.#onUnread(0),
    });
    this.#events.on(({ Type }) => UNREAD_EVENTS.has(Type) && this.#scheduleCount(DEBOUNCE_MS));
    this.#events.on(onEvent);
    this.#events.setOwner(signedIn);
  }

  /** Stops counting. */
  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#events.setOwner(null);
  }

  /** Debounced: many events in a row cause one request. */
  #scheduleCount(wait: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // If the request fails, the connection is lost too; reconnecting counts again.
      this.#fetchUnread().then(
        (unread) => !this.#isOver && this.#onUnread(unread),
        () => undefined,
      );
    }, wait);
  }
}

/** Events that change the number of unread messages. */
const UNREAD_EVENTS = new Set(['message', 'message_delete', 'read', 'dialog', 'dialog_delete', 'reset']);
const DEBOUNCE_MS = 400;

/** Adapts a community to the transport interface of the client. */
function createTransport(community: CommunityApi, client: string): Pick<Transport, 'connect'> {
  return {
    connect: (token, cursor, listener) => {
      let line: ServiceLine | undefined;
      let heartbeat: NodeJS.Timeout | undefined;
      let isOver = false;
      const queued: unknown[] = [];
      const onClosed = (code: number) => {
        clearInterval(heartbeat);
        if (!isOver) listener.onClose(code);
        isOver = true;
      };
      community
        .connect(
          { token, address: '', userAgent: client },
          {
            ...toResumeOptions(cursor),
            send: (frame) => !isOver && listener.onFrame(JSON.parse(frame) as Frame),
            close: onClosed,
          },
        )
        .then(
          (opened) => {
            if (isOver) return opened.close();
            line = opened;
            // Marks the person as online, as in the displayed community.
            heartbeat = setInterval(() => opened.touch(), SOCKET.ping * 1000).unref();
            for (const command of queued) opened.command(command);
          },
          (error: unknown) =>
            onClosed(error instanceof AppError && error.code === 'auth_failed' ? TOKEN_REVOKED : 1006),
        );
      return {
        send: (command) => void (line ? line.command(command) : queued.push(command)),
        close: () => {
          isOver = true;
          clearInterval(heartbeat);
          line?.close();
        },
      } satisfies EventSocket;
    },
  };
}

function toResumeOptions(cursor: Cursor | null): { since?: number; log?: string } {
  return cursor ? { since: cursor.seq, log: cursor.log } : {};
}
