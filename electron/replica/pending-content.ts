import { AppError, invalid } from '../../shared/errors';
import { STORAGE } from '../../shared/limits';
import type { PictureFacts } from '../outbox/outbox-uploads';
import type { ReceivedFile } from '../content/store';
import type { Host } from '../service/context';
import { offlineStub } from './offline-stub';

/** The bytes of uploads that wait to be sent. */
export interface WaitingUploads {
  /** The bytes of a complete upload; the same object each time. */
  received: (id: string) => ReceivedFile | undefined;
  /** What was found out about a picture. */
  pictureOf: (id: string) => PictureFacts | undefined;
}

/**
 * What the handlers of uploads use of their host, over bytes that wait on this computer. The quota is left to the host.
 */
export function pendingContent(
  waiting: WaitingUploads,
): Pick<Host, 'uploads' | 'pictures' | 'content' | 'settings'> {
  const names = new WeakMap<ReceivedFile, string>();
  return {
    uploads: offlineStub<Host['uploads']>({
      find: (_person, part, name) => {
        const received = waiting.received(name);
        if (!received) throw invalid(part, 'must be one of your uploads');
        names.set(received, name);
        return received;
      },
    }),
    pictures: offlineStub<Host['pictures']>({
      clean: (_person, received) => {
        const facts = waiting.pictureOf(names.get(received) ?? '');
        if (!facts) throw new AppError('unavailable');
        return Promise.resolve({ ...facts, bytes: received });
      },
    }),
    content: offlineStub<Host['content']>({
      commit: () => Promise.resolve(),
      // Covers inside of tracks are shown once the host has read them.
      receive: () => Promise.reject(new AppError('invalid_type')),
    }),
    settings: offlineStub<Host['settings']>({
      ...STORAGE,
      quota: Number.MAX_SAFE_INTEGER,
      quotaItems: Number.MAX_SAFE_INTEGER,
    }),
  };
}
