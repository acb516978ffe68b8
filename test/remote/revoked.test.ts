import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { pictureDecoder } from '../../electron/content/pictures/picture-decoder';
import { SyncedCommunities } from '../../electron/desktop/communities/synced-communities';
import type { SignedIn } from '../../shared/bridge';
import { TEXTS } from '../../shared/texts';
import { FlakyHost } from '../support/hosts/flaky-host';
import { testService } from '../support/service';
import { untilPasses } from '../support/waiting';

const id = 'joined-0123456789abcdef';

/** Ben's desktop program with a community whose host went away, and a message and an upload's name that wait for it. */
async function unsent() {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  await ann.call('dialogs.join', { dialog_id, user_id: ben.id });
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-revoked-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const host = new FlakyHost(t.service);
  const open = () => {
    const program = new SyncedCommunities({
      folder,
      client: 'test',
      version: '1',
      onChange: () => undefined,
      onCaughtUp: () => undefined,
      onDescription: () => undefined,
      onRevoked: (revoked) => void program.signOut(revoked),
      onContentLost: () => undefined,
      pictureDecoder,
      logger: pino({ level: 'silent' }),
    });
    onTestFinished(() => program.close());
    return program;
  };
  const program = open();
  const signIn = (to: SyncedCommunities, session: SignedIn) =>
    to.signIn({ id, number: 1, key: '', seen: 0 }, host, session);
  signIn(program, { token: ben.session.token!, id: ben.id });
  await untilPasses(() => expect(program.of(id)?.isFilled).toBe(true));
  host.cut();
  const synced = program.of(id)!;
  await synced.call(ben.session, 'dialogs.send', { dialog_id, text: 'Bring the ladder' });
  await synced.call(ben.session, 'dialogs.mute', { dialog_id, value: true });
  await synced.call(ben.session, 'dialogs.read', { dialog_id });
  return { ann, ben, dialog_id, folder, host, program, open, signIn };
}

const { unsent: texts } = TEXTS.en.program;

test('who signs in gets nothing of who was signed in before, although their outbox cannot be opened', async () => {
  const { ann, folder, program, signIn } = await unsent();
  mkdirSync(join(folder, 'outboxes', `${id}-${ann.id}.db`));
  signIn(program, { token: ann.session.token!, id: ann.id });
  expect(program.of(id)).toBeNull();
});

test('what was not sent when the token was revoked is offered, and the replica is gone', async () => {
  const { folder, program, open, signIn, ann, ben, dialog_id, host } = await unsent();
  // As when a page is refused before the event connection is.
  await program.signOut(id);
  expect(readdirSync(join(folder, 'replicas'))).toEqual([]);
  for (const one of [program, open()]) {
    expect(one.unsentOf(id).map(({ name }) => name)).toEqual(['dialogs.send', 'dialogs.mute']);
    const text = one.unsentTextOf(id, 'Riverside', texts);
    expect(text).toMatch(
      /^Not sent to Riverside\n\n\d{4}-\d\d-\d\d \d\d:\d\d · Message · Garden\nBring the ladder\n\n.* · Change · Garden\n$/,
    );
  }
  host.join();
  signIn(program, { token: ben.session.token!, id: ben.id });
  await untilPasses(() => expect(program.unsentOf(id)).toEqual([]));
  const [last] = await ann.call('dialogs.messages', { dialog_id });
  expect(last?.Text).toBe('Bring the ladder');
});

test('it is deleted only when the person says so, and never while someone is signed in', async () => {
  const { folder, program } = await unsent();
  expect(() => program.discardUnsent(id)).toThrow();
  expect(program.unsentOf(id)).toHaveLength(2);
  await program.signOut(id);
  program.discardUnsent(id);
  expect(program.unsentOf(id)).toEqual([]);
  expect(readdirSync(join(folder, 'outboxes'))).toEqual([]);
});

test('the replica is gone at once, although the host does not answer', async () => {
  const { folder, program, host } = await unsent();
  host.calls.length = 0;
  host.hang();
  host.join();
  await untilPasses(() => expect(host.calls).toContain('sync.changes'));
  await program.signOut(id);
  expect(readdirSync(join(folder, 'replicas'))).toEqual([]);
});

test('it is gone as soon as the host says that the token was revoked', async () => {
  const { folder, program, host, ben } = await unsent();
  await ben.call('account.logoutAll', {});
  host.join();
  program.reconnect();
  await untilPasses(() => expect(readdirSync(join(folder, 'replicas'))).toEqual([]));
  expect(program.unsentOf(id)).toHaveLength(2);
});

test('who failed to delete the account gives up nothing', async () => {
  const { program, ben } = await unsent();
  const removing = program.of(id)!.call(ben.session, 'account.remove', { password: ben.password });
  await expect(removing).rejects.toThrow();
  await program.signOut(id);
  expect(program.unsentOf(id)).toHaveLength(2);
});

test('who signs out gives up what was not sent', async () => {
  const { folder, program, ben } = await unsent();
  await program
    .of(id)!
    .call(ben.session, 'account.logout', {})
    .catch(() => undefined);
  await program.signOut(id);
  expect(program.unsentOf(id)).toEqual([]);
  expect(readdirSync(join(folder, 'outboxes'))).toEqual([]);
});
