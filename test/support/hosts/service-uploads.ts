import { Readable, Transform } from 'node:stream';
import type { HostUploads } from '../../../electron/outbox/upload-sender';
import type { Service, Session } from '../../../electron/service';
import { Unreachable } from '../../../shared/client/transport';

/** What may go wrong on the way of bytes to a host. */
export interface UploadNetwork {
  /** Throws Unreachable while the host is away. */
  requireUp: () => void;
  /** How many of the next bytes arrive before the connection breaks; called once for each request. */
  arriving?: () => number;
}

/** Resumable uploads of a person to a service, as over a network. */
export function uploadsTo(
  { resumable }: Pick<Service, 'resumable'>,
  session: Session,
  { requireUp, arriving = () => Infinity }: UploadNetwork,
): HostUploads {
  const reach = async <T>(ask: () => Promise<T>): Promise<T> => {
    requireUp();
    const answer = await ask();
    requireUp();
    return answer;
  };
  return {
    create: async ({ kind, name, length }) =>
      (await reach(() => resumable.create(session, { kind, name, length, metadata: '' }))).id,
    offset: async (id) => (await reach(() => resumable.find(session, id))).offset,
    append: (id, { offset, length, bytes }) =>
      reach(async () => {
        let left = arriving();
        const isCut = left < length;
        const line = new Transform({
          transform: (chunk: Buffer, _encoding, done) => {
            const part = chunk.subarray(0, left);
            left -= part.length;
            if (left > 0 || !isCut) return done(null, part);
            // What arrived is read before the connection breaks.
            line.push(part);
            setImmediate(() => line.destroy(new Error('the connection broke')));
          },
        });
        bytes.once('error', (error) => line.destroy(error));
        // Broken after the last byte was read: the answer is lost.
        line.on('error', () => undefined);
        const chunk = { bytes: Readable.from(bytes.pipe(line)), offset, declared: length, checksum: null };
        try {
          const state = await resumable.append(session, id, chunk);
          return state.offset;
        } catch (error) {
          throw isCut ? new Unreachable(error) : error;
        }
      }),
    remove: (id) => reach(() => resumable.remove(session, id)),
  };
}
