import { dialog } from 'electron';
import { createWriteStream } from 'node:fs';
import { chmod, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Download } from '../../../shared/contract/media/download';
import { savedFileMode } from '../../private-files';

/** Asks where to save a file and writes it there under a temporary name first. False if the person cancels. */
export async function saveFile({ Name, Bytes }: Download): Promise<boolean> {
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: Name });
  if (canceled) return false;
  const part = `${filePath}.part`;
  try {
    await pipeline(Bytes, createWriteStream(part, { mode: 0o600 }));
    await chmod(part, savedFileMode());
    await rename(part, filePath);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return true;
}
