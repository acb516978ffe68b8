import type { Socket } from 'node:net';

/**
 * Detects by the first byte of a connection whether it begins with TLS, and passes it on. A connection that stays
 * silent for `timeout` milliseconds is closed.
 */
export function detectTls(socket: Socket, timeout: number, pass: (isSecure: boolean) => void): void {
  socket.setTimeout(timeout, () => socket.destroy());
  // The later user of the socket adds listeners of its own.
  socket.on('error', () => socket.destroy());
  socket.once('readable', () => {
    const first = socket.read() as Buffer | null;
    if (first === null) return socket.destroy();
    socket.setTimeout(0);
    socket.removeAllListeners('timeout');
    socket.unshift(first);
    pass(first[0] === TLS_HANDSHAKE_RECORD);
  });
}

/** First byte of a TLS connection: a handshake record. */
const TLS_HANDSHAKE_RECORD = 22;
