import { TOKEN_REVOKED, type Cursor, type EventSocket, type Transport } from '../../shared/client/transport';
import { AppError } from '../../shared/errors';
import type { Frame } from '../../shared/events';
import { SOCKET } from '../../shared/limits';
import type { ConnectionHandle as ServiceLine, Service } from '../service';

/** The interface of a community, local or remote. */
export type CommunityApi = Pick<Service, 'call' | 'connect'>;

/** Adapts a community to what an event client needs; `client` is the program's name in the person's list of devices. */
export function eventTransport(
  community: Pick<CommunityApi, 'connect'>,
  client: string,
): Pick<Transport, 'connect'> {
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
