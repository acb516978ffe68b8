import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Opens a WebSocket client that only passes on payloads. It does as little work as possible, so that a thousand clients
 * in one process don't distort the measurement of the server.
 */
export async function openCountingSocket(url: string, onFrame: (payload: Buffer) => void): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const asking = request(url, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  });
  asking.on('upgrade', (_response, socket: Socket, head: Buffer) => {
    const read = frameReader(onFrame);
    socket.setNoDelay(true);
    read(head);
    socket.on('data', read);
    socket.on('error', () => socket.destroy());
    resolve(socket);
  });
  asking.on('response', (response) => reject(new Error(`no upgrade: ${response.statusCode}`)));
  asking.on('error', reject);
  asking.end();
  return promise;
}

/** Returns a short text frame of a client, masked with zeros. */
export function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  if (payload.length > 125) throw new Error('only short frames are sent');
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

function frameReader(onFrame: (payload: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let frame = frameIn(bytes); frame; frame = frameIn(bytes)) {
      onFrame(bytes.subarray(frame.begin, frame.end));
      bytes = bytes.subarray(frame.end);
    }
    rest = bytes;
  };
}

function frameIn(bytes: Buffer): { begin: number; end: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] ?? 0) & 0x7f;
  const begin = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < begin) return undefined;
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : bytes.readUInt32BE(6);
  return bytes.length < begin + length ? undefined : { begin, end: begin + length };
}
