import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Letter, Way } from './mailer';
import { messageOf } from './message';

/** The community's local mail: each letter becomes a file, which any mail program opens. */
export function openFolder({ folder, from }: { folder: string; from: string }): Way {
  return {
    keeps: true,
    deliver: async (letter) => {
      if (folder !== '') await write(letter);
      return true;
    },
    forget: async (id) => {
      if (folder !== '') await rm(pathOf(id), { force: true });
    },
    close: () => undefined,
  };

  function pathOf(id: number): string {
    return join(folder, `${id}.eml`);
  }

  /** Temporary file, fsync, rename: a file with its final name is whole. */
  async function write(letter: Letter): Promise<void> {
    // Most starts send no letter: what writes them is loaded with the first one.
    const { createTransport } = await import('nodemailer');
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
    const { message } = await composer.sendMail(messageOf(letter, from));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = pathOf(letter.id);
    const file = await open(`${path}.tmp`, 'w', 0o600);
    try {
      await file.writeFile(message as Buffer);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.tmp`, path);
  }
}
