import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readForm } from '../../electron/doors/multipart';
import type { File } from '../../shared/contract/records';
import { LIMITS } from '../../shared/limits';
import { contentFiles } from '../support/content';
import { hostileNames, storedName } from '../support/inputs/hostile-names';
import { refusal, type TestPerson } from '../support/service';
import { untilPasses } from '../support/waiting';
import { hosted, type Hosted } from './hosted';

const headersOf = (person: TestPerson) => ({ token: person.session.token ?? '' });

function formOf(bytes: Buffer | string, name: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
  return form;
}

async function send(host: Hosted, person: TestPerson, body: FormData, query = '', key?: string) {
  const headers = { ...headersOf(person), ...(key !== undefined && { 'idempotency-key': key }) };
  const answer = await fetch(`${host.url}/files${query}`, { method: 'POST', headers, body });
  return { status: answer.status, json: (await answer.json()) as File & Record<string, unknown> };
}

/** Returns a multipart form as raw bytes, with any Content-Disposition. */
function rawForm(bytes: Buffer, disposition: string, fields = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`${fields}--XX\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n--XX--\r\n'),
  ]);
}

async function sendRaw(
  host: Hosted,
  person: TestPerson,
  body: Buffer,
  type = 'multipart/form-data; boundary=XX',
) {
  const headers = { ...headersOf(person), 'content-type': type };
  const answer = await fetch(`${host.url}/files`, { method: 'POST', headers, body: new Uint8Array(body) });
  return { status: answer.status, json: (await answer.json()) as File & Record<string, unknown> };
}

describe('an upload', () => {
  it('returns a record whose address serves the bytes', async () => {
    const host = await hosted();
    const ada = await host.world.person('Ada');
    const bytes = randomBytes(1_000_000);
    const { status, json } = await send(host, ada, formOf(bytes, 'Рахунок №1.bin'));
    expect(status).toBe(200);
    expect(json).toMatchObject({
      Name: 'Рахунок №1.bin',
      Size: 1_000_000,
      Mine: true,
      Folder: '',
      Shared: [],
    });
    expect(json.Url.startsWith(`${host.url}/content/file/${json.ID}/`)).toBe(true);
    const got = await fetch(json.Url);
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('is named by the query or a field before its own name', async () => {
    const host = await hosted();
    const ada = await host.world.person('Ada');
    const names = [
      await send(host, ada, formOf('a', 'own.txt', { filename: 'field.txt' }), '?filename=query.txt'),
      await send(host, ada, formOf('a', 'own.txt', { filename: 'field.txt' })),
      await send(host, ada, formOf('a', 'own.txt')),
    ];
    expect(names.map(({ json }) => json.Name)).toEqual(['query.txt', 'field.txt', 'own.txt']);
  });

  it('needs a token, and one part with bytes', async () => {
    const host = await hosted();
    const ada = await host.world.person('Ada');
    const nobody = await fetch(`${host.url}/files`, { method: 'POST', body: formOf('a', 'a') });
    expect(nobody.status).toBe(401);
    const none = new FormData();
    none.append('filename', 'a');
    expect(await send(host, ada, none)).toMatchObject({
      status: 422,
      json: { fields: { file: 'is required' } },
    });
    const two = formOf('a', 'a');
    two.append('file', new Blob(['b']), 'b');
    expect((await send(host, ada, two)).status).toBe(422);
    const strange = formOf('a', 'a');
    strange.append('other', new Blob(['b']), 'b');
    expect(await send(host, ada, strange)).toMatchObject({
      status: 422,
      json: { fields: { other: expect.any(String) } },
    });
    expect(await ada.call('files.list', {})).toEqual([]);
    expect(contentFiles(host.data).filter((file) => file.startsWith('partial'))).toEqual([]);
  });

  it('cannot be taken over by the hash of its bytes', async () => {
    const host = await hosted();
    const [ada, ben] = await host.world.people('Ada', 'Ben');
    await send(host, ada, formOf('secret', 'a.txt'));
    const hash = createHash('sha256').update('secret').digest();
    for (const file of [hash.toString('hex'), hash.toString('base64url')]) {
      const guess = await fetch(`${host.url}/files`, {
        method: 'POST',
        headers: { ...headersOf(ben), 'content-type': 'application/json' },
        body: JSON.stringify({ file }),
      });
      expect(guess.status).toBe(422);
    }
    expect(await ben.call('files.list', {})).toEqual([]);
  });

  it('with one key runs once, and is rejected with other bytes', async () => {
    const host = await hosted();
    const ada = await host.world.person('Ada');
    const first = await send(host, ada, formOf('same', 'a.txt'), '', 'the-key-of-this');
    const again = await send(host, ada, formOf('same', 'a.txt'), '', 'the-key-of-this');
    expect(again.json.ID).toBe(first.json.ID);
    expect((await send(host, ada, formOf('other', 'a.txt'), '', 'the-key-of-this')).status).toBe(422);
    expect(await ada.call('files.list', {})).toHaveLength(1);
    expect(contentFiles(host.data)).toHaveLength(1);
  });

  it.each([
    ['no boundary', 'multipart/form-data', Buffer.from('x')],
    ['no form', 'multipart/form-data; boundary=XX', Buffer.from('hello')],
    [
      'no end',
      'multipart/form-data; boundary=XX',
      rawForm(Buffer.from('a'), 'name="file"; filename="a"').subarray(0, -8),
    ],
    ['another type', 'application/octet-stream', Buffer.from('x')],
  ])('with %s is rejected', async (_what, type, body) => {
    const host = await hosted();
    const ada = await host.world.person('Ada');
    expect([415, 422]).toContain((await sendRaw(host, ada, body, type)).status);
    expect(await ada.call('files.list', {})).toEqual([]);
  });

  it('with a file under another name, or with two, says so', async () => {
    const host = await hosted();
    const ada = await host.world.person('Ada');
    const other = new FormData();
    other.append('upload', new Blob(['a']), 'a.txt');
    const two = formOf('a', 'a.txt');
    two.append('file', new Blob(['b']), 'b.txt');
    const answers = [await send(host, ada, other), await send(host, ada, two)];
    expect(answers.map(({ status, json }) => [status, json['fields']])).toEqual([
      [422, { upload: 'is not a known field; send the file as file' }],
      [422, { file: 'is one file too many' }],
    ]);
    expect(await ada.call('files.list', {})).toEqual([]);
  });

  it('with too many or too long fields is rejected', async () => {
    const host = await hosted();
    const ada = await host.world.person('Ada');
    const field = (name: string, value: string) =>
      `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const many = Array.from({ length: 100 }, (_, index) => field(`f${index}`, 'v')).join('');
    for (const fields of [many, field('filename', 'x'.repeat(100_000))]) {
      const body = rawForm(Buffer.from('a'), 'name="file"; filename="a"', fields);
      expect((await sendRaw(host, ada, body)).status).toBe(422);
    }
  });

  it('that is cut off at any byte leaves nothing', async () => {
    const host = await hosted();
    const ada = await host.world.person('Ada');
    const body = rawForm(randomBytes(200_000), 'name="file"; filename="a.bin"');
    const head =
      `POST /files HTTP/1.1\r\nHost: 127.0.0.1\r\ntoken: ${ada.session.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=XX\r\nContent-Length: ${body.length}\r\n\r\n`;
    const cuts = Array.from({ length: 40 }, (_, turn) => Math.floor((turn / 40) * (body.length - 1)));
    for (let done = 0; done < cuts.length; done += 4) {
      await Promise.all(
        cuts.slice(done, done + 4).map((cut) => cutOff(host.port, head, body.subarray(0, cut))),
      );
    }
    // Once all upload slots are free again, none of the forty uploads is still running.
    await untilPasses(async () => {
      const { service } = host.world;
      const begin = () => service.receive(ada.session, 'files.upload', undefined);
      const places = await Promise.allSettled(Array.from({ length: LIMITS.uploadsAtOnce }, begin));
      for (const place of places) if (place.status === 'fulfilled') await place.value.release();
      expect(places.filter(({ status }) => status === 'rejected')).toEqual([]);
    });
    expect(contentFiles(host.data)).toEqual([]);
    expect(await ada.call('files.list', {})).toEqual([]);
  });

  it('ends when its sender disconnects before it is accepted', async () => {
    const source = new Readable({ read: () => undefined });
    source.destroy();
    await once(source, 'close');
    const form = readForm(source, 'multipart/form-data; boundary=XX', 'file', () => Promise.resolve(''));
    expect(await refusal(form)).toMatchObject({ code: 'validation_error' });
  });

  it('that is too large is rejected before its first byte for clients that wait', async () => {
    const host = await hosted();
    const ada = await host.world.person('Ada');
    const head = (length: number) =>
      `POST /files HTTP/1.1\r\nHost: 127.0.0.1\r\ntoken: ${ada.session.token}\r\nExpect: 100-continue\r\n` +
      `Content-Type: multipart/form-data; boundary=XX\r\nContent-Length: ${length}\r\n\r\n`;
    expect(await firstLine(host.port, head(5 * 1024 ** 3))).toBe('HTTP/1.1 413 Payload Too Large');
    expect(await firstLine(host.port, head(100))).toBe('HTTP/1.1 100 Continue');
  });

  it('waits for the go-ahead with JSON too', async () => {
    const host = await hosted();
    await host.world.person('Ada');
    const head =
      'POST /reset HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nContent-Type: application/json\r\n' +
      'Content-Length: 30\r\n\r\n';
    expect(await firstLine(host.port, head)).toBe('HTTP/1.1 100 Continue');
  });

  it('stores 200 hostile names without their paths, or explains the rejection', async () => {
    const host = await hosted();
    const ada = await host.world.person('Ada');
    for (const [index, name] of hostileNames().entries()) {
      if (index % 50 === 49) host.world.clock.advance(2);
      const { status, json } = await send(
        host,
        ada,
        formOf(String(index), 'x'),
        `?filename=${encodeURIComponent(name)}`,
      );
      const fits = Buffer.byteLength(name) <= 255 && !name.includes('\0') && name !== '';
      expect([name, status]).toEqual([name, fits ? 200 : 422]);
      if (!fits) continue;
      expect(json.Name).toBe(storedName(name, json.ID));
      const got = await fetch(json.Url, { method: 'HEAD' });
      const disposition = got.headers.get('content-disposition') ?? '';
      expect([name, got.status]).toEqual([name, 200]);
      expect(disposition).toMatch(
        /^(inline|attachment); filename="[^"\\\r\n\0/]+"; filename\*=UTF-8''[\w.~%-]+$/,
      );
      const saved = decodeURIComponent(disposition.split("UTF-8''")[1] ?? '');
      expect(saved).not.toMatch(/[\0-\x1f/\\:*?"<>|\u202a-\u202e\u2066-\u2069]|^\.|[. ]$/);
      expect(saved).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
    }
  });

  it('reads names as browsers and curl write them', async () => {
    const host = await hosted();
    const ada = await host.world.person('Ada');
    const named = async (disposition: string) =>
      (await sendRaw(host, ada, rawForm(Buffer.from('a'), disposition))).json.Name;
    expect(await named('name="file"; filename="їжак.txt"')).toBe('їжак.txt');
    expect(await named("name=file; filename*=UTF-8''%D1%97%D0%B6.txt")).toBe('їж.txt');
    expect(await named('name="file"; filename="C:\\\\Users\\\\a.txt"')).toBe('a.txt');
    const { json } = await send(host, ada, formOf('a', 'a "quoted" name.txt'));
    expect(json.Name).toBe('a "quoted" name.txt');
  });
});

/** Sends the beginning of a request and closes the connection. */
function cutOff(port: number, head: string, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(head);
      socket.write(body, () => socket.destroy());
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}

function firstLine(port: number, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    socket.on('error', reject);
    socket.once('data', (chunk) => {
      resolve(String(chunk).split('\r\n')[0] ?? '');
      socket.destroy();
    });
  });
}
