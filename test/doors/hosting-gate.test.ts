import { expect, it } from 'vitest';
import type { BridgeFrame } from '../../shared/bridge';
import { ipcDoor } from '../../electron/doors/ipc';
import { hosted } from './hosted';
import { silent } from './recording-service';
import { uploadsOf } from './tus';

const OWN = 'courtyard-app://main/';

it('answers writes with 503 and Retry-After through every door while a move is prepared', async () => {
  const host = await hosted();
  const [ada] = await host.world.people('Ada');
  const { service } = host.world;
  const { ID } = await ada.call('dialogs.create', { name: 'Yard', type: 'group' });
  const uploads = uploadsOf(host, ada);
  const upload = await uploads.begin(5);
  const headers = { token: ada.session.token ?? '', 'idempotency-key': 'a-key-of-this' };
  const send = () =>
    fetch(`${host.url}/dialogs/${ID}/messages`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Hello' }),
    });
  const form = new FormData();
  form.set('file', new Blob(['hello']), 'a.txt');

  service.hosting.pause();
  const sent = await send();
  expect(await sent.json()).toEqual({
    detail: 'unavailable',
    message: 'This community is moving to another computer. Nothing was changed. Try again in a few seconds.',
    retry_after: 2,
  });
  const uploaded = await fetch(`${host.url}/files`, { method: 'POST', headers, body: form });
  const created = await uploads.create(5);
  const appended = await uploads.patch(upload, 0, Buffer.from('hello'));
  const answers = [sent, uploaded, created, appended];
  expect(answers.map(({ status, headers: got }) => [status, got.get('retry-after')])).toEqual(
    answers.map(() => [503, '2']),
  );
  const { call } = ipcDoor({
    serviceAt: () => service,
    client: 'test',
    save: () => Promise.resolve(null) as never,
    logger: silent,
  });
  const sender = {
    mainFrame: { url: OWN },
    isDestroyed: () => false,
    send: (_: string, __: number, ___: BridgeFrame) => undefined,
  };
  const event = { sender, senderFrame: sender.mainFrame };
  const given = ['dialogs.send', { dialog_id: ID, text: 'Hello' }, { token: ada.session.token }];
  const envelope = await (call as (...values: unknown[]) => Promise<unknown>)(event, ...given);
  expect(envelope).toMatchObject({ ok: false, error: { detail: 'unavailable', retry_after: 2 } });
  const read = await fetch(`${host.url}/dialogs/${ID}`, { headers });
  expect(read.status).toBe(200);

  service.hosting.resume();
  expect((await send()).status).toBe(200);
  expect((await uploads.patch(upload, 0, Buffer.from('hello'))).status).toBe(204);
});
