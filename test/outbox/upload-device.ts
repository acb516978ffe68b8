import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { UploadSender } from '../../electron/outbox/upload-sender';
import type { UploadName } from '../../shared/client/given';
import { Unreachable } from '../../shared/client/transport';
import { endpointOf } from '../../shared/contract';
import type { TestPerson, TestService } from '../support/service';
import { uploadsTo } from '../support/hosts/service-uploads';
import { openDevice, type Device } from './device';

/** A device that can upload files. */
export interface UploadDevice extends Device {
  network: { isUp: boolean; arriving: () => number };
  uploadSender: UploadSender;
  /** Requests with bytes: the offset of each. */
  offsets: number[];
  /** Stores bytes and the command that uploads them. */
  upload: (
    name: Exclude<UploadName, 'account.import' | 'stickers.upload'>,
    bytes: Buffer,
    input?: object,
  ) => Promise<{ key: string; id: number; upload: string }>;
  /** Sends until nothing waits, or the host is away. */
  sendAll: () => Promise<string>;
}

/** Opens a device whose outbox is in memory, or in a file. */
export function openUploadDevice(
  t: TestService,
  person: TestPerson,
  name: string,
  file?: string,
): UploadDevice {
  const device = openDevice(t, person, name, file);
  const { outbox, sender, make } = device;
  const network = { isUp: true, arriving: () => Infinity };
  const offsets: number[] = [];
  const requireUp = () => {
    if (!network.isUp) throw new Unreachable();
  };
  const host = uploadsTo(t.service, person.session, { requireUp, arriving: () => network.arriving() });
  const uploadSender = new UploadSender({
    outbox,
    host: {
      ...host,
      append: (id, chunk) => {
        offsets.push(chunk.offset);
        return host.append(id, chunk);
      },
    },
    onFailure: (command, error) => sender.handleFailure(command, error),
  });
  device.connection.fail = () => (network.isUp ? null : new Unreachable());
  return {
    ...device,
    network,
    uploadSender,
    offsets,
    upload: async (call, bytes, input = {}) => {
      const { part, kind } = endpointOf(call).upload!;
      const { id } = await outbox.uploads.create({ kind, name: 'a.bin', length: bytes.length, metadata: '' });
      const row = outbox.uploads.find(id)!;
      await outbox.uploads.append(row, { bytes: Readable.from([bytes]), offset: 0, checksum: null });
      await outbox.uploads.finish(id, person.id);
      return { ...make(call, { ...input, [part]: id } as never), upload: id };
    },
    sendAll: async () => {
      for (;;) {
        const outcome = await sender.drain();
        if (outcome !== 'held') return outcome;
        const uploaded = await uploadSender.sendNext();
        if (uploaded !== 'sent') return uploaded;
      }
    },
  };
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export const randomFile = (size: number) => randomBytes(size);
