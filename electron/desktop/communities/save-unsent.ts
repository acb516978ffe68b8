import { Readable } from 'node:stream';
import { safeFileName } from '../../../shared/file-names';
import type { StoredCommunity } from '../../remote/remote-communities';
import { programLabels } from '../labels';
import { saveFile } from '../window/save-file';
import type { SyncedCommunities } from './synced-communities';

/** Asks where to save what was not sent to a community that nobody is signed in to, and saves it as text. */
export async function saveUnsent(
  synced: SyncedCommunities,
  { id, name }: Pick<StoredCommunity, 'id' | 'name'>,
): Promise<void> {
  const { unsent } = programLabels();
  const text = synced.unsentTextOf(id, name, unsent);
  const Name = `${safeFileName(unsent.title(name))}.txt`;
  await saveFile({ Name, Type: 'text/plain', Bytes: Readable.from([Buffer.from(text)]) });
}
