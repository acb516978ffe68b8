import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { answerJobs } from './answering';

/** A helper process that uploads a large file to a server and downloads it in ranges. */

export interface BytesJob {
  url: string;
  /** The token of the uploader; null for a floor, which accepts a raw body. */
  token: string | null;
  size: number;
}

export interface BytesResult {
  /** Megabytes per second. */
  up: number;
  down: number;
}

const CHUNK = 64 * 1024;
const RANGE = 16 * 1024 * 1024;
const BOUNDARY = 'bench-boundary';
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n',
);
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

const agent = new Agent({ keepAlive: true });

async function run({ url, token, size }: BytesJob): Promise<BytesResult> {
  const begun = performance.now();
  const { path, remove } = token === null ? await sendBare(url, size) : await sendForm(url, token, size);
  const between = performance.now();
  for (let from = 0; from < size; from += RANGE) {
    const range = `bytes=${from}-${Math.min(size, from + RANGE) - 1}`;
    const asked = request(new URL(path, url), { agent, headers: { range } });
    await drained(await answerOf(asked.end(), 206));
  }
  const ended = performance.now();
  await remove();
  const megabytes = size / 1e6;
  return { up: (megabytes / (between - begun)) * 1000, down: (megabytes / (ended - between)) * 1000 };
}

interface Stored {
  path: string;
  remove: () => Promise<void>;
}

async function sendForm(url: string, token: string, size: number): Promise<Stored> {
  const headers = {
    token,
    'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    'content-length': HEAD.length + size + TAIL.length,
  };
  const asked = request(new URL('/files', url), { agent, method: 'POST', headers });
  const sending = pipeline(Readable.from(formOf(size), { objectMode: false }), asked);
  const { ID, Url } = JSON.parse(await textOf(await answerOf(asked, 200))) as { ID: number; Url: string };
  await sending;
  const remove = async () => {
    const removing = request(new URL(`/files/${ID}`, url), { agent, method: 'DELETE', headers: { token } });
    await drained(await answerOf(removing.end(), 200));
  };
  return { path: Url, remove };
}

async function sendBare(url: string, size: number): Promise<Stored> {
  const headers = { 'content-type': 'application/octet-stream', 'content-length': size };
  const asked = request(new URL('/bytes', url), { agent, method: 'POST', headers });
  const sending = pipeline(Readable.from(bytesOf(size), { objectMode: false }), asked);
  await drained(await answerOf(asked, 200));
  await sending;
  return { path: '/bytes', remove: () => Promise.resolve() };
}

function* formOf(size: number): Generator<Buffer> {
  yield HEAD;
  yield* bytesOf(size);
  yield TAIL;
}

const chunk = randomBytes(CHUNK);

function* bytesOf(size: number): Generator<Buffer> {
  for (let left = size; left > 0; left -= CHUNK) yield left < CHUNK ? chunk.subarray(0, left) : chunk;
}

async function answerOf(asked: ClientRequest, status: number): Promise<IncomingMessage> {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  if (answer.statusCode !== status)
    throw new Error(`${answer.statusCode} in place of ${status}: ${await textOf(answer)}`);
  return answer;
}

async function drained(answer: IncomingMessage): Promise<void> {
  for await (const part of answer) void part;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of answer as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
}

answerJobs(run);
