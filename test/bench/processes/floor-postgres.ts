import Fastify from 'fastify';
import { Pool } from 'pg';
import { configOf } from '../../../electron/database/postgres/connection';

/**
 * The floor on PostgreSQL: bare Fastify and pg, which do one statement per request, over as many connections as a host
 * has. Its argument is the URL of the database.
 */
const pool = new Pool({ ...configOf(process.argv[2] ?? ''), max: 10 });
const app = Fastify();

interface Sent {
  dialog: number;
  author: number;
  text: string;
}

const { rows } = await pool.query<{ last: number }>('SELECT max(id) AS last FROM message_place');
let lastId = rows[0]?.last ?? 0;

app.post<{ Body: Sent }>('/single', async ({ body: { dialog, author, text } }) => {
  const at = Math.floor(Date.now() / 1000);
  const id = ++lastId;
  await pool.query({
    name: 'insert',
    text: 'INSERT INTO message (dialog_id, id, author_id, text, created_at) VALUES ($1, $2, $3, $4, $5)',
    values: [dialog, id, author, text, at],
  });
  return { ID: id, Author: author, Dialog: dialog, Text: text, Timestamp: at };
});

app.get<{ Params: { dialog: string } }>('/page/:dialog', async (request, reply) => {
  const page = await pool.query({
    name: 'page',
    text: 'SELECT * FROM message WHERE dialog_id = $1 ORDER BY id DESC LIMIT 50',
    values: [Number(request.params.dialog)],
  });
  reply.header('content-type', 'application/json; charset=utf-8');
  return JSON.stringify(page.rows);
});

const url = await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready at ${url}\n`);
process.on('SIGTERM', () => process.exit(0));
