import { createHash, randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { Outbox } from '../../electron/outbox/outbox';
import { OutboxSender } from '../../electron/outbox/outbox-sender';
import { UploadSender } from '../../electron/outbox/upload-sender';
import { FolderHost } from '../support/hosts/folder-host';

/**
 * A process for `upload-file.test.ts` to kill: sends what an outbox holds to a host in a folder, and adds uploads
 * without end. Writes a line for each upload once it is stored.
 */
const [, , file = '', folder = '', first = '0'] = process.argv;
const outbox = new Outbox(file);
const host = new FolderHost(folder);
const say = (line: string) => void writeSync(1, `${line}\n`);
const sender = new OutboxSender({
  outbox,
  send: (_name, input, key) => {
    host.use(key, String(input['file']));
    return Promise.resolve({ value: { ID: Number(key.slice('upload-'.length)) } });
  },
  onSettled: (_command, outcome) => 'error' in outcome && say(`refused ${outcome.error.message}`),
  program: '1.1.0',
  now: () => Date.now() / 1000,
});
const uploads = new UploadSender({
  outbox,
  host,
  onFailure: (command, error) => sender.handleFailure(command, error),
});
await sendAll();
say('ready');
for (let number = Number(first); ; number++) {
  const key = `upload-${number}`;
  const bytes = randomBytes(500_000 + 100_000 * (number % 7));
  const row = await outbox.uploads.create({
    kind: 'file',
    name: 'a.bin',
    length: bytes.length,
    metadata: '',
  });
  for (let offset = 0; offset < bytes.length;)
    offset = await outbox.uploads.append(row, {
      bytes: Readable.from([bytes.subarray(offset, offset + 300_000)]),
      offset,
      checksum: null,
    });
  await outbox.uploads.finish(row.id, 1);
  outbox.add({ key, name: 'files.upload', input: { file: row.id }, madeAt: 0, program: '1.1.0' });
  say(`stored ${key} ${createHash('sha256').update(bytes).digest('hex')}`);
  if (number % 3 === 0) await sendAll();
}

async function sendAll(): Promise<void> {
  while ((await sender.drain()) === 'held') await uploads.sendNext();
}
