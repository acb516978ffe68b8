import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { LIFETIMES } from '../../../shared/limits';
import { contentFiles } from '../../support/content';
import { refusal, testService, type TestPerson, type TestService } from '../../support/service';

let t: TestService;
let ann: TestPerson;
let folder: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  folder = mkdtempSync(join(tmpdir(), 'courtyard-uploads-'));
  onTestFinished(() => {
    vi.useRealTimers();
    rmSync(folder, { recursive: true, force: true });
  });
  t = await testService({ data: folder });
  ann = await t.person('Ann');
});

async function begin(person: TestPerson, length = 10): Promise<string> {
  const said = { length, kind: undefined, name: undefined, metadata: '' };
  const { id } = await t.service.resumable.create(person.session, said);
  const piece = { bytes: Readable.from([Buffer.from('half')]), offset: 0, declared: 4, checksum: null };
  await t.service.resumable.append(person.session, id, piece);
  return id;
}

/** Minutes of the host's life, until what is to come of them is there. */
async function minutesPass(isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    vi.advanceTimersByTime(60_000);
    for (let turn = 0; turn < 100 && !isDone(); turn++) await new Promise(setImmediate);
  }
}

test('expired uploads are swept, newer ones are not', async () => {
  const old = await begin(ann);
  t.clock.advance(LIFETIMES.upload - 60);
  const young = await begin(ann);
  t.clock.advance(60);
  await minutesPass(() => contentFiles(folder).length === 1);
  expect(contentFiles(folder)).toEqual([join('uploads', young)]);
  expect(await refusal(t.service.resumable.find(ann.session, old))).toMatchObject({ code: 'not_found' });
  expect(await t.service.resumable.find(ann.session, young)).toMatchObject({ offset: 4 });
});

test('uploads are deleted with the account', async () => {
  const bob = await t.person('Bob');
  await begin(bob);
  await bob.call('account.remove', { password: bob.password });
  await minutesPass(() => contentFiles(folder).length === 0);
  expect(contentFiles(folder)).toEqual([]);
});

test('a chunk is not stored any more once the offset after it was asked for', async () => {
  for (let turn = 0; turn < 20; turn++) {
    t.clock.advance(1);
    const id = await begin(ann);
    const piece = (text: string, offset: number) => ({
      ...{ bytes: Readable.from([Buffer.from(text)]), offset, declared: text.length },
      checksum: null,
    });
    const lost = Promise.allSettled([t.service.resumable.append(ann.session, id, piece('lost', 4))]);
    // In the next turn another connection to PostgreSQL may answer first.
    await new Promise(setImmediate);
    const { offset } = await t.service.resumable.find(ann.session, id);
    const rest = piece('again.'.slice(offset - 4), offset);
    expect(await t.service.resumable.append(ann.session, id, rest)).toMatchObject({ offset: 10 });
    await lost;
  }
});

test('a chunk whose connection ended before it was accepted keeps no other one out', async () => {
  const id = await begin(ann);
  const piece = (bytes: Readable) => ({ bytes, offset: 4, declared: 6, checksum: null });
  const lost = Readable.from([Buffer.from('lost')]).destroy();
  const refused = refusal(t.service.resumable.append(ann.session, id, piece(lost)));
  const rest = piece(Readable.from([Buffer.from('again.')]));
  expect(await t.service.resumable.append(ann.session, id, rest)).toMatchObject({ offset: 10 });
  expect(await refused).toMatchObject({ code: 'conflict' });
});

test('uploads count towards the rate limit', async () => {
  const id = await begin(ann);
  const asked = Array.from({ length: 250 }, () => t.service.resumable.find(ann.session, id));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
});

test('a banned person cannot continue an upload', async () => {
  const bob = await t.person('Bob');
  const id = await begin(bob);
  await ann.call('admin.ban', { user_id: bob.id, reason: 'spam' });
  expect(await refusal(t.service.resumable.find(bob.session, id))).toMatchObject({ code: 'auth_failed' });
});
