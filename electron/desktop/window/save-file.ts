import { dialog } from 'electron';
import { createWriteStream } from 'node:fs';
import { chmod, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Download } from '../../../shared/contract/media/download';
import { AppError } from '../../../shared/errors';
import { savedFileMode } from '../../private-files';
import { diskProblemOf } from './disk-errors';

/**
 * Asks where to save a file and writes it there under a temporary name first. False if the person cancels. Throws
 * `upload_error` with the field `disk` if that place is full or can't be written.
 */
export async function saveFile({ Name, Bytes }: Download): Promise<boolean> {
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: Name });
  if (canceled) return false;
  const part = `${filePath}.part`;
  try {
    await pipeline(Bytes, createWriteStream(part, { mode: 0o600 }));
    await chmod(part, savedFileMode());
    await rename(part, filePath);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw explained(error, part);
  }
  return true;
}

/** What failed on this computer must not be blamed on the host. */
function explained(error: unknown, path: string): unknown {
  const problem = diskProblemOf(error, path);
  if (problem === null) return error;
  const folder = dirname(path);
  const [message, disk] =
    problem === 'full'
      ? [`The disk of ${folder} is full. Free up space, or save the file elsewhere.`, 'is full']
      : [`The folder ${folder} can’t be written. Save the file elsewhere.`, 'can’t be written'];
  return new AppError('upload_error', message, { fields: { disk }, cause: error });
}
