import { AppError, invalid } from '../../shared/errors';
import { STORAGE } from '../../shared/limits';
import type { PictureFacts } from '../outbox/outbox-uploads';
import type { ReceivedFile } from '../content/store';
import type { ServiceParts } from '../service/context';
import { offlineStub } from './offline-stub';

/** The bytes of uploads that wait to be sent. */
export interface WaitingUploads {
  /** The bytes of a complete upload; the same object each time. */
  received: (id: string) => ReceivedFile | undefined;
  /** What was found out about a picture. */
  pictureOf: (id: string) => PictureFacts | undefined;
}

/**
 * The service parts that the handlers of uploads use, over bytes that wait on this computer. The quota is left to the
 * host.
 */
export function pendingContent(
  waiting: WaitingUploads,
): Pick<ServiceParts, 'uploads' | 'pictures' | 'content' | 'settings'> {
  const uploadIds = new WeakMap<ReceivedFile, string>();
  return {
    uploads: offlineStub<ServiceParts['uploads']>({
      find: (_person, part, uploadId) => {
        const received = waiting.received(uploadId);
        if (!received) throw invalid(part, 'must be one of your uploads');
        uploadIds.set(received, uploadId);
        return received;
      },
    }),
    pictures: offlineStub<ServiceParts['pictures']>({
      clean: (_person, received) => {
        const facts = waiting.pictureOf(uploadIds.get(received) ?? '');
        if (!facts) throw new AppError('unavailable');
        return Promise.resolve({ ...facts, bytes: received });
      },
    }),
    content: offlineStub<ServiceParts['content']>({
      commit: () => Promise.resolve(),
      // Covers inside of tracks are shown once the host has read them.
      receive: () => Promise.reject(new AppError('invalid_type')),
    }),
    settings: offlineStub<ServiceParts['settings']>({
      ...STORAGE,
      quota: Number.MAX_SAFE_INTEGER,
      quotaItems: Number.MAX_SAFE_INTEGER,
    }),
  };
}
