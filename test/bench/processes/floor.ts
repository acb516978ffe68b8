import Database from 'better-sqlite3';
import Fastify from 'fastify';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { WebSocketServer } from 'ws';

/**
 * The floors: bare Fastify with the same database and durability. It does one thing per request and nothing else that a
 * community needs (no permissions, validation, search index, events or idempotency records). Its argument is the data
 * folder.
 */
const raw = new Database(join(process.argv[2] ?? '', 'courtyard.db'));
raw.pragma('journal_mode = WAL');
raw.pragma('synchronous = FULL');
const app = Fastify();
const sockets = new WebSocketServer({ server: app.server, perMessageDeflate: false });

interface Sent {
  dialog: number;
  author: number;
  text: string;
}

const insert = raw.prepare(
  'INSERT INTO message (dialog_id, id, author_id, text, created_at) VALUES (?, ?, ?, ?, ?)',
);
let lastId = raw.prepare('SELECT max(id) FROM message_place').pluck().get() as number;

function store({ dialog, author, text }: Sent) {
  const at = Math.floor(Date.now() / 1000);
  const id = ++lastId;
  insert.run(dialog, id, author, text, at);
  return { ID: id, Author: author, Dialog: dialog, Text: text, Timestamp: at };
}

app.post<{ Body: Sent }>('/single', (request) => store(request.body));

const begin = raw.prepare('BEGIN IMMEDIATE');
const commit = raw.prepare('COMMIT');
const waiting: { sent: Sent; answer: (stored: object) => void }[] = [];

function commitGroup(): void {
  begin.run();
  const answers = waiting.splice(0, 64).map(({ sent, answer }) => {
    const stored = store(sent);
    return () => answer(stored);
  });
  commit.run();
  for (const answer of answers) answer();
  if (waiting.length > 0) setImmediate(commitGroup);
}

app.post<{ Body: Sent }>(
  '/grouped',
  (request) =>
    new Promise((answer) => {
      if (waiting.push({ sent: request.body, answer }) === 1) setImmediate(commitGroup);
    }),
);

const page = raw.prepare('SELECT * FROM message WHERE dialog_id = ? ORDER BY id DESC LIMIT 50');

app.get<{ Params: { dialog: string } }>('/page/:dialog', (request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8');
  return JSON.stringify(page.all(Number(request.params.dialog)));
});

const feed = raw.prepare(
  `SELECT * FROM post WHERE author_id IN (SELECT target_id FROM relation WHERE person_id = ?) ORDER BY id DESC LIMIT 20`,
);

app.get<{ Params: { person: string } }>('/feed/:person', (request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8');
  return JSON.stringify(feed.all(Number(request.params.person)));
});

const people = raw.prepare(
  `SELECT * FROM person WHERE search_state = 1 AND ban = 0 AND deleted = 0
   ORDER BY friends + followers DESC, id DESC LIMIT 30`,
);

app.get('/people', (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8');
  return JSON.stringify(people.all());
});

const large = join(process.argv[2] ?? '', 'large.bin');
app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));

app.post('/bytes', { bodyLimit: Number.MAX_SAFE_INTEGER }, async (request) => {
  await pipeline(request.body as Readable, createWriteStream(large, { flush: true }));
  return { ok: true };
});

app.get('/bytes', (request, reply) => {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  reply.code(206);
  return createReadStream(large, { start: Number(start), end: Number(end) });
});

/** About as many bytes as a message event has besides its text. */
const REST = 'x'.repeat(700);

app.post<{ Body: Sent }>('/broadcast', (request) => {
  const frame = Buffer.from(JSON.stringify({ Type: 'message', Text: request.body.text, Rest: REST }));
  for (const socket of sockets.clients) socket.send(frame, { binary: false });
  return { ok: true };
});

const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready at ${url}\n`);
process.on('SIGTERM', () => process.exit(0));
