import { connect } from 'node:net';

/** A POST request with a JSON body. */
export interface Post {
  path: string;
  body: unknown;
  headers?: Record<string, string>;
}

/** Requests in progress. */
export interface Flood {
  /** Returns how many requests were answered so far. */
  answered: () => number;
  /** Resolves at the first answer. */
  begun: Promise<void>;
  /** Resolves with the statuses of all answers. */
  statuses: Promise<number[]>;
}

/** Sends all requests at once, pipelined, twenty per connection. */
export function sendAtOnce(port: number, posts: readonly Post[]): Flood {
  const statuses: number[] = [];
  const connections: Promise<void>[] = [];
  const begun = Promise.withResolvers<void>();
  const note = (status: number) => {
    statuses.push(status);
    begun.resolve();
  };
  for (let at = 0; at < posts.length; at += ON_A_CONNECTION) {
    connections.push(send(port, posts.slice(at, at + ON_A_CONNECTION), note));
  }
  return {
    answered: () => statuses.length,
    begun: begun.promise,
    statuses: Promise.all(connections).then(() => statuses),
  };
}

const ON_A_CONNECTION = 20;
const STATUS_LINE = /HTTP\/1\.1 (\d{3}) /g;

function send(port: number, posts: readonly Post[], note: (status: number) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(port, '127.0.0.1');
  let rest = '';
  let missing = posts.length;
  socket.on('data', (bytes) => {
    rest += bytes.toString('latin1');
    let end = 0;
    for (const { 1: status, index, 0: line } of rest.matchAll(STATUS_LINE)) {
      note(Number(status));
      missing--;
      end = index + line.length;
    }
    // A status line may be split over two chunks.
    rest = rest.slice(Math.max(end, rest.length - 16));
    if (missing === 0) socket.end();
  });
  socket.on('error', reject);
  socket.on('close', () => (missing === 0 ? resolve() : reject(new Error(`${missing} answers are missing`))));
  socket.write(posts.map(written).join(''));
  return promise;
}

function written({ path, body, headers = {} }: Post): string {
  const json = JSON.stringify(body);
  const all = {
    host: '127.0.0.1',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(json)),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${json}`;
}
