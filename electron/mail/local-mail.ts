import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { toMessage } from './nodemailer-message';
import type { StoredMail, MailTransport } from './transport';

/**
 * Mail transport of communities without a mail server: writes each message to a file that any mail program can open.
 */
export function createFolderTransport({ folder, from }: { folder: string; from: string }): MailTransport {
  return {
    keepsDelivered: true,
    deliver: async (mail) => {
      if (folder !== '') await write(mail);
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

  /** Writes a temporary file, flushes and renames it, so that a file with its final name is complete. */
  async function write(mail: StoredMail): Promise<void> {
    // Loaded with the first message, since most starts send none.
    const { createTransport } = await import('nodemailer');
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
    const { message } = await composer.sendMail(toMessage(mail, from));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = pathOf(mail.id);
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
