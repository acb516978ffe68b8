import { Readable } from 'node:stream';
import { safeFileName } from '../../../shared/file-names';
import type { RemoteCommunities } from '../../remote/remote-communities';
import { programLabels } from '../labels';
import { saveFile } from '../window/save-file';
import type { ShownCommunity } from '../window/scheme';
import type { SyncedCommunities } from './synced-communities';

/** Asks where to save what was not sent to a community that nobody is signed in to, and saves it as text. */
export async function saveUnsent(
  synced: SyncedCommunities,
  remote: RemoteCommunities,
  community: ShownCommunity,
): Promise<void> {
  const stored = remote.all.find((one) => one.id === community);
  if (!stored) return;
  const { id, name } = stored;
  const { unsent } = programLabels();
  const text = synced.unsentTextOf(id, name, unsent);
  const Name = `${safeFileName(unsent.title(name))}.txt`;
  await saveFile({ Name, Type: 'text/plain', Bytes: Readable.from([Buffer.from(text)]) });
}
