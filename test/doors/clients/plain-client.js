import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const { COURTYARD_URL: url, COURTYARD_TOKEN: token, CURSOR_FILE: cursorFile = 'cursor.json' } = process.env;
const TUS = { 'tus-resumable': '1.0.0' };
const PIECE = 4 * 1024 * 1024;

/** Sends a request again while the host can't be reached or is busy. Throws its other refusals. */
async function send(method, path, { headers, body } = {}) {
  for (let wait = 0.5; ; wait = Math.min(wait * 2, 15)) {
    const request = { method, headers: { token, ...headers }, body };
    const answer = await fetch(new URL(path, url), request).catch(() => null);
    if (answer?.ok) return answer;
    const { status = 503 } = answer ?? {};
    if (status !== 429 && status !== 503) {
      const { message, ...rest } = await answer.json().catch(() => ({}));
      throw Object.assign(new Error(message ?? `Status ${status}`), { status, ...rest });
    }
    await sleep(1000 * Number(answer?.headers.get('retry-after') ?? wait));
  }
}

/** Makes a call. With its key, a write that is sent again is still done once. */
async function call(method, path, body, key = randomUUID()) {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(method !== 'GET' && { 'idempotency-key': key }),
  };
  return (await send(method, path, { headers, body: body && JSON.stringify(body) })).json();
}

/** All messages of a dialog, the newest first. */
async function* messagesOf(dialog) {
  for (let last = 0; ;) {
    const page = await call('GET', `/dialogs/${dialog}/messages?limit=100&last_id=${last}`);
    if (page.length === 0) return;
    // People who join or leave are messages too, with a type of their own.
    yield* page.filter(({ Type }) => Type === 'message');
    last = page.at(-1).ID;
  }
}

/** Uploads a file in pieces; an interrupted one continues with what the host has. */
async function upload(bytes, filename) {
  const name = Buffer.from(filename).toString('base64');
  const declared = { 'upload-length': String(bytes.length), 'upload-metadata': `filename ${name}` };
  const created = await send('POST', '/uploads', { headers: { ...TUS, ...declared } });
  const location = created.headers.get('location');
  for (let offset = 0; offset < bytes.length;) {
    const headers = {
      ...TUS,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    };
    const piece = { headers, body: bytes.subarray(offset, offset + PIECE) };
    const answer = await send('PATCH', location, piece).catch((error) => {
      if (error.status === 409) return send('HEAD', location, { headers: TUS });
      throw error;
    });
    offset = Number(answer.headers.get('upload-offset'));
  }
  return call('POST', '/files', { file: location.split('/').at(-1) });
}

/** Downloads a file by ranges. */
async function* download({ Url, Size }) {
  for (let start = 0; start < Size;) {
    const range = `bytes=${start}-${Math.min(start + PIECE, Size) - 1}`;
    const bytes = Buffer.from(await (await send('GET', Url, { headers: { range } })).arrayBuffer());
    yield bytes;
    start += bytes.length;
  }
}

/** Receives each event once, in order, also across lost connections and restarts. */
function listen(me, onEvent) {
  let cursor = readCursor();
  let handled = Promise.resolve();
  let wait = 0.5;
  const connect = () => {
    const query = new URLSearchParams({ token, v: 2, ...(cursor && { since: cursor.Seq, log: cursor.Log }) });
    const socket = new WebSocket(new URL(`/ws?${query}`, url.replace(/^http/, 'ws')));
    socket.onmessage = ({ data }) => {
      const frame = JSON.parse(data);
      if (frame.Type === 'hello') {
        // Where missed events follow, the cursor stays at the last event that was handled.
        if (!cursor) moveTo(frame);
        socket.send(JSON.stringify({ command: 'subscribe', category: 'dialog', thing_id: me.ID }));
      } else if (frame.Type === 'subscribed') {
        wait = 0.5;
        process.stdout.write(`${me.Name} is listening\n`);
      } else {
        handled = handled.then(() => handle(frame));
      }
    };
    socket.onclose = async ({ code }) => {
      if (code === 4401) process.exit(1);
      await sleep(1000 * wait);
      wait = Math.min(wait * 2, 15);
      // Waits for the host, and throws where it no longer accepts the token.
      await call('GET', '/me');
      await handled;
      connect();
    };
  };
  const handle = async (frame) => {
    if (frame.Type === 'reset') return moveTo(frame);
    if (frame.Seq <= cursor.Seq) return;
    await onEvent(frame).catch((error) => process.stderr.write(`${error.message}\n`));
    if (frame.Seq) moveTo({ Log: cursor.Log, Seq: frame.Seq });
  };
  const moveTo = ({ Log, Seq }) => {
    cursor = { Log, Seq };
    writeFileSync(cursorFile, JSON.stringify(cursor));
  };
  connect();
}

function readCursor() {
  try {
    return JSON.parse(readFileSync(cursorFile, 'utf8'));
  } catch {
    return null;
  }
}

const me = await call('GET', '/me');
listen(me, async ({ Type, Message: message }) => {
  if (Type !== 'message' || message.Author.ID === me.ID) return;
  const { ID, Text, Dialog, ReplyTo } = message;
  const answer = (body) =>
    call('POST', `/dialogs/${Dialog.ID}/messages`, { replyTo: ID, ...body }, `answer-to-${ID}`);
  if (Text === '/history') {
    const lines = [];
    for await (const { Author, Text: text } of messagesOf(Dialog.ID))
      lines.unshift(`${Author.Name}: ${text}`);
    const file = await upload(Buffer.from(lines.join('\n')), 'history.txt');
    await answer({ attachments: [{ Type: 'file', Item: file.ID }] });
  }
  const file = ReplyTo?.Attachments.find((attachment) => attachment.Type === 'file')?.Item;
  if (Text === '/sum' && file) {
    const sum = createHash('sha256');
    for await (const bytes of download(file)) sum.update(bytes);
    await answer({ text: sum.digest('hex') });
  }
});
