import fc from '../support/inputs/properties';
import { createHash, pbkdf2, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LIFETIMES, LIMITS } from '../../shared/limits';
import { contentFiles } from '../support/content';
import { fixture } from '../support/fixtures';
import { hostileNames, storedName } from '../support/inputs/hostile-names';
import { hosted } from './hosted';
import { uploadsOf } from './tus';

const sumOf = (algorithm: string, bytes: Uint8Array) =>
  `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`;

async function begun(settings = {}) {
  const host = await hosted(settings);
  const [ada, ben] = await host.world.people('Ada', 'Ben');
  return { host, ada, ben, own: uploadsOf(host, ada), others: uploadsOf(host, ben) };
}

async function bytesAt(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(url)).arrayBuffer());
}

/** Keeps Node's thread pool busy until the test ends, so that file operations take a while. */
function keepBusy(): void {
  let isBusy = true;
  const work = async () => {
    while (isBusy) await promisify(pbkdf2)('password', 'salt', 30_000, 32, 'sha256');
  };
  const working = Promise.all(Array.from({ length: 8 }, work));
  onTestFinished(async () => {
    isBusy = false;
    await working;
  });
}

async function turnsPass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
}

describe('a resumable upload', () => {
  it('grows in chunks and returns the bytes once used', async () => {
    const { own } = await begun();
    const bytes = randomBytes(300_000);
    const id = await own.begin(bytes.length, { filename: 'Рахунок.bin', kind: 'file' });
    for (let at = 0; at < bytes.length; at += 100_000) {
      expect(await own.head(id)).toMatchObject({ status: 200, offset: at });
      const { status, offset } = await own.patch(id, at, bytes.subarray(at, at + 100_000));
      expect([status, offset]).toEqual([204, at + 100_000]);
    }
    const { status, json } = await own.use(id);
    expect(status).toBe(200);
    expect(json).toMatchObject({ Name: 'Рахунок.bin', Size: bytes.length, Mine: true });
    expect((await bytesAt(json.Url)).equals(bytes)).toBe(true);
  });

  it('may be complete at creation, or empty', async () => {
    const { own } = await begun();
    const { status, headers, offset } = await own.create(5, {}, Buffer.from('hello'));
    expect([status, offset]).toEqual([201, 5]);
    const id = headers.get('location')?.replace('/uploads/', '') ?? '';
    expect((await own.use(id, { filename: 'a.txt' })).json).toMatchObject({ Name: 'a.txt', Size: 5 });
    expect((await own.use(await own.begin(0))).json).toMatchObject({ Size: 0 });
  });

  it('reports its progress', async () => {
    const { own, host } = await begun();
    const id = await own.begin(10, { filename: 'a b.txt', other: 'kept' });
    const { headers } = await own.head(id);
    expect(headers.get('upload-length')).toBe('10');
    expect(headers.get('upload-metadata')).toBe('filename YSBiLnR4dA==,other a2VwdA==');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('tus-resumable')).toBe('1.0.0');
    const expires = Date.parse(headers.get('upload-expires') ?? '') / 1000;
    expect(expires).toBe(host.world.clock.seconds + LIFETIMES.upload);
  });

  it('describes the supported protocol to anyone', async () => {
    const { host } = await begun();
    const { status, headers } = await fetch(`${host.url}/uploads`, { method: 'OPTIONS' });
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      'tus-version': '1.0.0',
      'tus-resumable': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,checksum,expiration,termination',
      'tus-checksum-algorithm': 'sha1,sha256',
      'tus-max-size': expect.stringMatching(/^\d+$/),
    });
  });

  it('is a photo or a file as created, and nothing else', async () => {
    const { own } = await begun();
    const picture = fixture('picture.png');
    const id = await own.whole(picture, { kind: 'photo' });
    expect(await own.use(id)).toMatchObject({
      status: 422,
      json: { fields: { file: 'was uploaded as kind photo' } },
    });
    expect(await own.use(id, { caption: 'Us' }, '/photos')).toMatchObject({
      status: 200,
      json: { Caption: 'Us' },
    });
    expect(await own.create(1, { kind: 'program' })).toMatchObject({
      status: 422,
      json: { fields: { kind: expect.stringContaining('photo') } },
    });
  });

  it('may be used again after its first use was rejected', async () => {
    const { own, host } = await begun();
    const id = await own.whole(Buffer.from('no picture'), { kind: 'photo' });
    for (const _turn of [1, 2]) expect((await own.use(id, {}, '/photos')).status).toBe(415);
    await own.remove(id);
    expect(contentFiles(host.data)).toEqual([]);
  });

  it('is used once, however often the same call is repeated', async () => {
    const { own, host, ada } = await begun();
    for (let turns = 0; turns < 40; turns++) {
      const id = await own.whole(Buffer.from(`once ${turns}`));
      const use = () => own.use(id, {}, '/files', `the-key-of-${turns}`);
      const first = use();
      await turnsPass(turns);
      const all = await Promise.all([first, use()]);
      expect(new Set(all.map(({ json }) => json.ID)).size).toBe(1);
    }
    const id = await own.whole(Buffer.from('again'));
    for (const _turn of [1, 2])
      expect((await own.use(id, {}, '/files', 'the-key-of-this')).json).toMatchObject({ Size: 5 });
    expect(await own.use(id)).toMatchObject({
      status: 422,
      json: { fields: { file: 'must be one of your uploads' } },
    });
    expect((await own.head(id)).status).toBe(404);
    expect(await ada.call('files.list', { limit: 100 })).toHaveLength(41);
    expect(contentFiles(host.data)).toHaveLength(41);
  });

  it('is used by one of two concurrent calls', async () => {
    const { own, host, ada } = await begun();
    for (let turns = 0; turns < 40; turns++) {
      const id = await own.whole(Buffer.from(`once ${turns}`));
      const first = own.use(id);
      await turnsPass(turns);
      const both = await Promise.all([first, own.use(id)]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect(both.find(({ status }) => status === 422)?.json).toMatchObject({
        fields: { file: 'must be one of your uploads' },
      });
    }
    expect(await ada.call('files.list', { limit: 100 })).toHaveLength(40);
    expect(contentFiles(host.data)).toHaveLength(40);
  });

  it('leaves nothing behind once its use is answered, on a busy disk too', async () => {
    const { own, host } = await begun();
    keepBusy();
    for (let turn = 0; turn < 3; turn++) {
      const id = await own.whole(Buffer.from(`once ${turn}`));
      expect((await own.use(id)).status).toBe(200);
      expect(contentFiles(host.data).filter((path) => path.startsWith('uploads'))).toEqual([]);
    }
  });

  it('is either used or cancelled when both are requested at once', async () => {
    const { own, host, ada } = await begun();
    const ids: string[] = [];
    for (let count = 0; count < 20; count++) ids.push(await own.whole(randomBytes(1_000_000)));
    // After a restart the host has no hash of the uploaded bytes, so it reads them again when they are used, which
    // takes a while.
    await host.restart();
    let used = 0;
    for (const [turns, id] of ids.entries()) {
      const using = own.use(id);
      await turnsPass(turns);
      const [{ status, json }, ended] = await Promise.all([using, own.remove(id)]);
      expect([204, 404]).toContain(ended.status);
      if (status === 200) used++;
      else expect([status, json.fields]).toEqual([422, { file: 'must be one of your uploads' }]);
    }
    expect(await host.world.as(ada.session, ada).call('files.list', { limit: 100 })).toHaveLength(used);
    // Unused bytes are deleted by the next sweep.
    expect(contentFiles(host.data).filter((path) => !path.startsWith('blobs'))).toEqual([]);
  });

  it('cannot be used before it is complete', async () => {
    const { own } = await begun();
    const id = await own.begin(10);
    await own.patch(id, 0, Buffer.from('half'));
    expect(await own.use(id)).toMatchObject({
      status: 422,
      json: { fields: { file: 'is not uploaded completely' } },
    });
  });

  it('is unknown to others', async () => {
    const { own, others, host } = await begun();
    const id = await own.begin(5);
    for (const answer of [
      await others.head(id),
      await others.patch(id, 0, Buffer.from('theirs')),
      await others.remove(id),
    ]) {
      expect(answer.status).toBe(404);
    }
    await own.patch(id, 0, Buffer.from('hello'));
    expect(await others.use(id)).toMatchObject({
      status: 422,
      json: { fields: { file: 'must be one of your uploads' } },
    });
    const nobody = await fetch(`${host.url}/uploads/${id}`, {
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0' },
    });
    expect(nobody.status).toBe(401);
    expect((await own.use(id)).status).toBe(200);
  });

  it('is cancelled by its owner, with its bytes', async () => {
    const { own, host } = await begun();
    const id = await own.begin(10);
    await own.patch(id, 0, Buffer.from('half'));
    expect((await own.remove(id)).status).toBe(204);
    for (const answer of [
      await own.head(id),
      await own.remove(id),
      await own.patch(id, 4, Buffer.from('x')),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect(contentFiles(host.data)).toEqual([]);
  });

  it('expires after a day', async () => {
    const { own, host } = await begun();
    const id = await own.whole(Buffer.from('hello'));
    host.world.clock.advance(LIFETIMES.upload - 1);
    expect((await own.head(id)).status).toBe(200);
    host.world.clock.advance(1);
    expect((await own.head(id)).status).toBe(410);
    expect((await own.patch(id, 5, Buffer.alloc(0))).status).toBe(410);
    expect((await own.use(id)).status).toBe(422);
  });

  it.each([
    '..%2f',
    '%2e%2e%2f%2e%2e%2fcourtyard.db',
    '..%5c..%5ccourtyard.db',
    '%00',
    'a'.repeat(300),
    "'%20OR%201=1",
    '__proto__',
    'AAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAA.unchecked',
  ])('is not found by the name %s', async (id) => {
    const { own, host } = await begun();
    for (const answer of [
      await own.head(id),
      await own.patch(id, 0, Buffer.from('x')),
      await own.remove(id),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await own.use(decodeURIComponent(id))).status).toBe(422);
    expect(contentFiles(host.data)).toEqual([]);
  });
});

describe('a chunk', () => {
  it('must start at the current offset and end within the length', async () => {
    const { own } = await begun();
    const id = await own.begin(10);
    await own.patch(id, 0, Buffer.from('half'));
    for (const offset of [0, 3, 5, 9]) {
      expect((await own.patch(id, offset, Buffer.from('x'))).status).toBe(409);
    }
    expect((await own.patch(id, 4, Buffer.from('too much'))).status).toBe(413);
    expect((await own.head(id)).offset).toBe(4);
  });

  it('of unknown length ends within the upload too', async () => {
    const { own, host, ada } = await begun();
    const id = await own.begin(10);
    const status = await new Promise((resolve, reject) => {
      const piece = request(`${host.url}/uploads/${id}`, {
        method: 'PATCH',
        headers: {
          token: ada.session.token ?? '',
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
      });
      piece.on('response', ({ statusCode }) => resolve(statusCode));
      piece.on('error', reject);
      piece.write('hello');
      piece.end(Buffer.alloc(100));
    });
    expect(status).toBe(413);
    expect((await own.head(id)).offset).toBe(0);
  });

  it('needs its headers', async () => {
    const { own } = await begun();
    const id = await own.begin(10);
    const path = `/uploads/${id}`;
    const bytes = Buffer.from('x');
    const asked = (headers: Record<string, string>) => own.ask('PATCH', path, headers, bytes);
    expect(await asked({})).toMatchObject({
      status: 422,
      json: { fields: { 'Upload-Offset': expect.any(String) } },
    });
    for (const offset of ['-1', 'x', '1e3', '9'.repeat(17)]) {
      expect((await asked({ 'upload-offset': offset })).status).toBe(422);
    }
    const text = await asked({ 'upload-offset': '0', 'content-type': 'text/plain' });
    expect([text.status, text.headers.get('tus-resumable')]).toEqual([415, '1.0.0']);
    const older = await asked({ 'upload-offset': '0', 'tus-resumable': '0.2.2' });
    expect([older.status, older.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    expect((await own.head(id)).offset).toBe(0);
  });

  it.each(['sha1', 'sha256'])(
    'is stored if its %s is right, and otherwise nothing of it',
    async (algorithm) => {
      const { own } = await begun();
      const bytes = randomBytes(150_000);
      const id = await own.begin(300_000);
      const right = { 'upload-checksum': sumOf(algorithm, bytes) };
      expect((await own.patch(id, 0, bytes, right)).offset).toBe(150_000);
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(140_000) ^ 1, 140_000);
      const wrong = await own.patch(id, 150_000, changed, right);
      expect(wrong).toMatchObject({
        status: 460,
        json: { fields: { 'Upload-Checksum': expect.any(String) } },
      });
      expect((await own.head(id)).offset).toBe(150_000);
      expect((await own.patch(id, 150_000, bytes, right)).offset).toBe(300_000);
      const { json } = await own.use(id);
      expect((await bytesAt(json.Url)).equals(Buffer.concat([bytes, bytes]))).toBe(true);
    },
  );

  it('may not use another checksum algorithm', async () => {
    const { own } = await begun();
    const id = await own.begin(10);
    for (const sum of [
      'md5 1B2M2Y8AsgTpgAmY7PhCfg==',
      'sha1',
      'sha1 x',
      'sha256 2jmj7l5rSw0yVb/vlWAYkK/YBwk=',
    ]) {
      expect((await own.patch(id, 0, Buffer.from('x'), { 'upload-checksum': sum })).status).toBe(400);
    }
    const { status } = await own.create(1, {}, Buffer.from('x'), {
      'upload-checksum': sumOf('sha1', Buffer.from('y')),
    });
    expect(status).toBe(460);
    expect((await own.head(id)).offset).toBe(0);
  });

  it('with a checksum leaves nothing when cut off', async () => {
    const { own } = await begun();
    const bytes = randomBytes(200_000);
    const id = await own.begin(bytes.length);
    const sum = `Upload-Checksum: ${sumOf('sha256', bytes)}\r\n`;
    await own.cutOff(id, 0, bytes.length, bytes.subarray(0, 150_000), sum);
    expect((await own.head(id)).offset).toBe(0);
  });

  it('that is cut off keeps what arrived, and the upload resumes from there', async () => {
    const { own, host } = await begun();
    const bytes = randomBytes(400_000);
    const cuts = fc.array(fc.integer({ min: 0, max: 150_000 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(cuts, async (lengths) => {
        host.world.clock.advance(1);
        const id = await own.begin(bytes.length);
        let offset = 0;
        for (const length of lengths) {
          const end = Math.min(offset + length, bytes.length);
          await own.cutOff(id, offset, bytes.length - offset, bytes.subarray(offset, end));
          const told = (await own.head(id)).offset;
          expect(told).toBeGreaterThanOrEqual(offset);
          expect(told).toBeLessThanOrEqual(end);
          offset = told;
        }
        const rest = await own.patch(id, offset, bytes.subarray(offset));
        expect(rest).toMatchObject({ status: 204, offset: bytes.length });
        const { json } = await own.use(id);
        expect((await bytesAt(json.Url)).equals(bytes)).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it('resumes after the host was offline', async () => {
    const { own, host } = await begun();
    const bytes = randomBytes(300_000);
    const id = await own.begin(bytes.length, { filename: 'a.bin' });
    await own.patch(id, 0, bytes.subarray(0, 100_000));
    await host.restart();
    expect((await own.head(id)).offset).toBe(100_000);
    await own.patch(id, 100_000, bytes.subarray(100_000));
    await host.restart();
    const { json } = await own.use(id);
    expect(json).toMatchObject({ Name: 'a.bin', Size: bytes.length });
    expect((await bytesAt(json.Url)).equals(bytes)).toBe(true);
    expect(contentFiles(host.data)).toHaveLength(1);
  });

  it('interrupted by the host keeps what arrived', async () => {
    const { own, host, ada } = await begun();
    const bytes = randomBytes(300_000);
    const id = await own.begin(bytes.length);
    const piece = await slowly(host, ada.session.token, id, bytes.subarray(0, 120_000));
    await host.restart();
    piece.destroy();
    const { offset } = await own.head(id);
    expect(offset).toBeLessThanOrEqual(120_000);
    expect((await own.patch(id, offset, bytes.subarray(offset))).offset).toBe(bytes.length);
    expect((await bytesAt((await own.use(id)).json.Url)).equals(bytes)).toBe(true);
  });

  it('is accepted one at a time, until its sender asks for the offset', async () => {
    const { own, host, ada } = await begun();
    const id = await own.begin(300_000);
    const piece = await slowly(host, ada.session.token, id, Buffer.alloc(1000));
    expect((await own.patch(id, 0, Buffer.alloc(10))).status).toBe(409);
    const { offset } = await own.head(id);
    expect((await own.patch(id, offset, Buffer.alloc(10))).status).toBe(204);
    piece.destroy();
  });

  it('belongs to one of four concurrent uploads', async () => {
    const { own, host, ada } = await begun();
    const ids = [await own.begin(10), await own.begin(10), await own.begin(10), await own.begin(10)];
    const running = await Promise.all(ids.map((id) => slowly(host, ada.session.token, id, Buffer.alloc(1))));
    const fifth = await own.begin(10);
    const refused = await own.patch(fifth, 0, Buffer.alloc(10));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    for (const id of ids) await own.head(id);
    expect((await own.patch(fifth, 0, Buffer.alloc(10))).status).toBe(204);
    for (const piece of running) piece.destroy();
  });
});

/** Starts sending a piece and never finishes it; resolves with the request once the host has accepted its beginning. */
function slowly(host: { url: string }, token: string | null, id: string, bytes: Buffer) {
  return new Promise<ReturnType<typeof request>>((resolve, reject) => {
    const piece = request(`${host.url}/uploads/${id}`, {
      method: 'PATCH',
      headers: {
        token: token ?? '',
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        expect: '100-continue',
      },
    });
    piece.on('continue', () => piece.write(bytes, () => resolve(piece)));
    piece.on('error', reject);
    piece.flushHeaders();
  });
}

describe('storage for an upload', () => {
  it('is checked before its first byte, and reserved', async () => {
    const { own } = await begun({ fileLimit: 100, photoLimit: 50, quota: 250, quotaItems: 4 });
    expect((await own.create(101)).status).toBe(413);
    expect((await own.create(51, { kind: 'photo' })).status).toBe(413);
    const first = await own.begin(100);
    await own.begin(100);
    expect((await own.create(51)).status).toBe(413);
    await own.patch(first, 0, Buffer.alloc(100));
    expect((await own.use(first)).status).toBe(200);
    expect((await own.create(51)).status).toBe(413);
    await own.begin(50);
    expect((await own.create(0)).status).toBe(201);
    expect((await own.create(0)).status).toBe(413);
    expect((await own.ask('GET', '/files/storage')).json).toEqual({
      Used: { Items: 1, Size: 100 },
      Reserved: { Items: 3, Size: 150 },
      Limit: { Items: 4, Size: 250 },
    });
  });

  it('limits the number of unused uploads', async () => {
    const { own, others } = await begun();
    const ids: string[] = [];
    for (let count = 0; count < LIMITS.unusedUploads; count++) ids.push(await own.begin(0));
    expect((await own.create(0)).status).toBe(409);
    await others.begin(0);
    await own.use(ids[0] ?? '');
    await own.begin(0);
  });

  it.each(['', '-1', '1.5', 'x', '9'.repeat(16)])('needs a length, which is not "%s"', async (length) => {
    const { own } = await begun();
    const { status, json } = await own.ask('POST', '/uploads', { 'upload-length': length });
    expect([status, Object.keys(json.fields ?? {})]).toEqual([422, ['Upload-Length']]);
  });

  it.each(['filename', 'filename x', 'filename YQ== YQ==', 'file\u00e9 YQ==', `a ${'YWFh'.repeat(2000)}`])(
    'is not created from malformed metadata: %s',
    async (metadata) => {
      const { own } = await begun();
      const { status } = await own.ask('POST', '/uploads', {
        'upload-length': '1',
        'upload-metadata': metadata,
      });
      expect(status).toBe(422);
    },
  );
});

describe('the name of an upload', () => {
  it('is stored without its path or rejected, and served safely', async () => {
    const { own, host } = await begun();
    // All of them are sent in file-names.test.ts; here only the path to the same rule differs.
    for (const name of hostileNames().filter((_, index) => index % 4 === 0)) {
      host.world.clock.advance(1);
      const fits = Buffer.byteLength(name) <= 255 && !name.includes('\0') && name !== '';
      const { status, headers, json } = await own.create(1, { filename: name }, Buffer.from('x'));
      expect([name, status]).toEqual([name, fits ? 201 : 422]);
      if (!fits) {
        expect(Object.keys(json.fields ?? {})).toEqual(['filename']);
        continue;
      }
      const used = await own.use(headers.get('location')?.replace('/uploads/', '') ?? '');
      expect(used.json.Name).toBe(storedName(name, used.json.ID));
      const got = await fetch(used.json.Url, { method: 'HEAD' });
      const disposition = got.headers.get('content-disposition') ?? '';
      expect(disposition).toMatch(
        /^(inline|attachment); filename="[^"\\\r\n\0/]+"; filename\*=UTF-8''[\w.~%-]+$/,
      );
    }
  });

  it('must be UTF-8', async () => {
    const { own } = await begun();
    const { status, json } = await own.ask('POST', '/uploads', {
      'upload-length': '1',
      'upload-metadata': 'filename /w==',
    });
    expect([status, json.fields]).toEqual([422, { filename: 'must be UTF-8' }]);
  });
});
