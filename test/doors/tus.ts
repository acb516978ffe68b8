import { connect } from 'node:net';
import type { File } from '../../shared/contract/records';
import type { TestPerson } from '../support/service';
import type { Hosted } from './hosted';

/** The relevant parts of an answer. */
export interface Answer {
  status: number;
  headers: Headers;
  /** `Upload-Offset`. */
  offset: number;
  json: { detail?: string; fields?: Record<string, string> };
}

/** Returns functions for one person's resumable uploads, written like a program without a tus library. */
export function uploadsOf(
  { url, port }: Pick<Hosted, 'url' | 'port'>,
  { session }: Pick<TestPerson, 'session'>,
) {
  // Keep-alive connections would break when the host restarts.
  const own = { connection: 'close', token: session.token ?? '', 'tus-resumable': '1.0.0' };

  async function ask(method: string, path: string, headers: Record<string, string> = {}, bytes?: Uint8Array) {
    const answer = await fetch(url + path, {
      method,
      headers: { ...own, ...(bytes && { 'content-type': PIECE }), ...headers },
      body: bytes ? new Uint8Array(bytes) : null,
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      offset: Number(answer.headers.get('upload-offset') ?? NaN),
      json: (text === '' ? {} : JSON.parse(text)) as Answer['json'],
    };
  }

  async function begin(length: number, said: Record<string, string> = {}): Promise<string> {
    const { status, headers, json } = await create(length, said);
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(json)}`);
    return headers.get('location')?.replace('/uploads/', '') ?? '';
  }

  function create(length: number, said: Record<string, string> = {}, bytes?: Uint8Array, headers = {}) {
    const metadata = Object.entries(said).map(([key, value]) => `${key} ${base64(value)}`);
    const given = { 'upload-length': String(length), 'upload-metadata': metadata.join(','), ...headers };
    return ask('POST', '/uploads', given, bytes);
  }

  return {
    ask,
    begin,
    create,
    head: (id: string) => ask('HEAD', `/uploads/${id}`),
    remove: (id: string) => ask('DELETE', `/uploads/${id}`),
    patch: (id: string, offset: number, bytes: Uint8Array, headers: Record<string, string> = {}) =>
      ask('PATCH', `/uploads/${id}`, { 'upload-offset': String(offset), ...headers }, bytes),
    /** Sends a whole upload in one piece. */
    whole: async (bytes: Uint8Array, said: Record<string, string> = {}) => {
      const { headers } = await create(bytes.length, said, bytes);
      return headers.get('location')?.replace('/uploads/', '') ?? '';
    },
    /** Uses an upload in a call; by default, as a file. */
    use: async (file: string, input: object = {}, path = '/files', key?: string) => {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { ...own, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
        body: JSON.stringify({ [path === '/photos' ? 'photo' : 'file']: file, ...input }),
      });
      return { status: answer.status, json: (await answer.json()) as File & Answer['json'] };
    },
    /** Announces a piece, sends its beginning, and closes the connection. */
    cutOff: (id: string, offset: number, promised: number, sent: Uint8Array, headers = '') =>
      new Promise<void>((resolve, reject) => {
        const head =
          `PATCH /uploads/${id} HTTP/1.1\r\nHost: 127.0.0.1\r\ntoken: ${own.token}\r\nTus-Resumable: 1.0.0\r\n` +
          `Content-Type: ${PIECE}\r\nUpload-Offset: ${offset}\r\nContent-Length: ${promised}\r\n${headers}\r\n`;
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(head);
          socket.end(sent);
        });
        socket.on('close', () => resolve());
        socket.on('error', reject);
        socket.resume();
      }),
  };
}

const PIECE = 'application/offset+octet-stream';

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
