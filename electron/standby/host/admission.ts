import type { TLSSocket } from 'node:tls';
import type { MessageStream } from '../message-stream';
import type { HostMessage, Received, StandbyMessage } from '../messages';
import type { StandbyHello } from './standby-session';

/** A connection whose other side has introduced itself as the standby. */
export interface Admission {
  socket: TLSSocket;
  stream: MessageStream<HostMessage, StandbyMessage>;
  received: AsyncIterator<Received<StandbyMessage>>;
  hello: StandbyHello;
}

/** Fingerprint of the certificate that the other side of a connection shows; null if it shows none. */
export async function fingerprintShownBy(socket: TLSSocket): Promise<string | null> {
  const { peerFingerprintOf } = await import('../../identity/standby-certificate');
  return peerFingerprintOf(socket);
}
