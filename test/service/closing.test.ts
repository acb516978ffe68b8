import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { upload } from '../support/content';
import { refusal, testService } from '../support/service';

test('finishes running calls on close and accepts no new ones', async () => {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-closing-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const t = await testService({ data });
  const [ann] = await t.people('Ann');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  const password = { old: ann.password, new: 'another password' };
  const running = Promise.all([
    ann.call('account.changePassword', password),
    ann.call('dialogs.send', { dialog_id, text: 'Last words' }),
    ann.call('people.me', {}),
    ann.call('dialogs.messages', { dialog_id }),
  ]);
  const closed = t.service.close();
  expect(await ann.refused('people.me', {})).toMatchObject({ code: 'unavailable' });
  expect(await ann.refused('dialogs.send', { dialog_id, text: 'Too late' })).toMatchObject({
    code: 'unavailable',
  });
  expect(await refusal(ann.listen())).toMatchObject({ code: 'unavailable' });
  expect(await running).toMatchObject([{ ok: true }, { Text: 'Last words' }, { ID: ann.id }, {}]);
  await closed;
  expect(await ann.refused('people.me', {})).toMatchObject({ code: 'unavailable' });
  const { service } = t;
  expect(await refusal(service.receive(ann.session, 'files.upload', 1))).toMatchObject({
    code: 'unavailable',
  });
  const address = { kind: 'file', id: '1', exp: '1', sig: 'x' };
  expect(await refusal(service.content(address))).toMatchObject({ code: 'unavailable' });

  const again = await testService({ data, clock: t.clock });
  const page = await again.as(ann.session, ann).call('dialogs.messages', { dialog_id });
  expect(page.map((message) => message.Text)).toEqual(['Last words']);
});

test('ends connections that are being opened on close', async () => {
  const { service, people } = await testService();
  const [ann] = await people('Ann');
  const closed: number[] = [];
  const listener = { send: () => undefined, close: (code: number) => closed.push(code) };
  const opening = service.connect(ann.session, listener);
  const closing = service.close();
  const line = await opening;
  await closing;
  expect(closed).toEqual([1001]);
  line.command({ command: 'subscribe', category: 'dialog', thing_id: ann.id });
  line.close();
});

test('finishes the picture in progress on close and starts no queued one', async () => {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-closing-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const { service, people } = await testService({ data });
  const [ann] = await people('Ann');
  const large = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer();
  const { Url, ID } = await upload(service, ann.session, 'photos.upload', large);
  const { searchParams } = new URL(Url, 'http://host');
  const [exp, sig] = [searchParams.get('exp') ?? '', searchParams.get('sig') ?? ''];
  let settled = 0;
  const asked = ['64', '256', '1024'].map((size) =>
    service.content({ kind: 'photo', id: String(ID), exp, sig, size }).finally(() => settled++),
  );
  const outcomes = Promise.allSettled(asked);
  // Two are made at a time.
  while (!readdirSync(join(data, 'content', 'partial')).length && settled === 0)
    await new Promise(setImmediate);
  await service.close();
  expect(readdirSync(join(data, 'content', 'partial'))).toEqual([]);
  expect(settled).toBe(3);
  for (const outcome of await outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'unavailable' });
});
