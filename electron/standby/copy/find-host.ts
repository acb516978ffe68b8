import type { TLSSocket } from 'node:tls';
import { connectTls } from '../../remote/tls-connection';
import type { StandbyRecord } from './standby-folder';

/**
 * Connects to the host of a standby, trying the known addresses in turn; null if it is at none of them, or if the
 * signal aborts. A host of an earlier term isn't the host any more.
 */
export async function findHost(
  { addresses, key, certificate, host }: StandbyRecord,
  signal: AbortSignal,
): Promise<{ socket: TLSSocket; address: string } | null> {
  for (const address of addresses) {
    if (signal.aborted) return null;
    const reached = await connectTls(address, certificate).catch(() => null);
    if (reached === null) continue;
    if (reached.signer === key && reached.term >= host.term) return { socket: reached.socket, address };
    reached.socket.destroy();
  }
  return null;
}
