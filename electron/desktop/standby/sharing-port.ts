import Database from 'better-sqlite3';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../database/health/missing-database';
import { readSharing, writeSharing } from '../../standby/queries';

/**
 * Makes sure that the community of a folder can be shared from this computer: on its port, or on another one if that is
 * used here already. `isNew`: also if it wasn't shared, because its host had other ways to be reached. Call it while
 * nothing has the database open.
 */
export async function prepareSharing(folder: string, isNew: boolean): Promise<void> {
  const raw = new Database(join(folder, DATABASE_FILE));
  try {
    const { isOn, port } = readSharing(raw);
    if (!isOn && !isNew) return;
    const free = (port === 0 ? null : await freePort(port)) ?? (await freePort(0));
    if (free !== null && (!isOn || free !== port)) writeSharing(raw, free);
  } finally {
    raw.close();
  }
}

/** The port, or any free one for 0; null if it can't be used. */
async function freePort(port: number): Promise<number | null> {
  const server = createServer();
  try {
    server.listen(port);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch {
    return null;
  } finally {
    server.close();
  }
}
