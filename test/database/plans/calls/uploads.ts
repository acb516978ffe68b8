import { Readable } from 'node:stream';
import type { Service } from '../../../../electron/service';
import type { TestPerson } from '../../../support/service';

/** Two resumable uploads: one that is used, and one that is left for the housekeeping. */
export async function uploads({ resumable }: Service, ann: TestPerson): Promise<void> {
  for (const isUsed of [true, false]) {
    const said = { length: 5, kind: 'file', name: 'a.txt', metadata: '' };
    const { id } = await resumable.create(ann.session, said);
    const bytes = Readable.from([Buffer.from('hello')]);
    await resumable.append(ann.session, id, { bytes, offset: 0, declared: 5, checksum: null });
    await resumable.find(ann.session, id);
    if (isUsed) await ann.call('files.upload', { file: id });
  }
}
