import { vi } from 'vitest';
import { openStore } from '../../../electron/database/open';
import { openService, type Service } from '../../../electron/service';
import { deleteMail } from '../../../electron/service/mail/queries';
import type { Input } from '../../../shared/contract';
import { dialogId, LARGE, personId, seed, tokenOf } from '../../bench/seed';
import { upload } from '../../support/content';
import { fixture } from '../../support/fixtures';
import {
  TEST_SETTINGS,
  TestClock,
  testServiceOver,
  type TestPerson,
  type TestService,
} from '../../support/service';
import type { Recording } from './recorder';

/**
 * Seeds a community in a folder and calls every entry of the contract over it, in each way that asks the database for
 * something else. Gives the names that were called.
 */
export async function runEverything(folder: string, recording: Recording): Promise<Set<string>> {
  await seed(folder, 20_000);
  recording.statements.clear();
  const clock = new TestClock();
  const now = () => clock.seconds * 1000;
  const service = await openService({ data: folder, settings: TEST_SETTINGS, now });
  const called = new Set<string>();
  await callEverything(
    {
      ...service,
      call: (session, name, ...rest) => service.call(session, (called.add(name), name), ...rest),
    },
    clock,
    recording,
  );
  await service.close();
  const store = openStore(folder);
  // Only where mail is sent away, which needs a server.
  await deleteMail(store.writer.db, 1);
  await store.close();
  return called;
}

async function callEverything(service: Service, clock: TestClock, recording: Recording): Promise<void> {
  const t = testServiceOver(service, clock);
  const [owner, admin, ann, ben] = [seeded(t, 0), seeded(t, 1), seeded(t, 2), seeded(t, 3)];
  await owner.call('admin.setRole', { user_id: admin.id, role: 'admin' });
  const lines = [await owner.listen(), await ann.listen({ since: 0 }), await ben.listen()];
  lines[2]?.command({ command: 'subscribe', category: 'dialog', thing_id: dialogId(LARGE) });
  lines[2]?.command({ command: 'typing', thing_id: dialogId(LARGE) });
  await accounts(t, owner);
  await people(admin, ann, ben);
  await dialogs(owner, ann, ben);
  await messages(owner, ann, ben);
  await files(service, ann, ben);
  await administration(t, owner, admin, ben);
  for (const line of lines) {
    await line.take();
    line.close();
  }
  await (await ann.listen({ since: 1 })).take();
  await ann.call('search.all', { mask: 'person num' });
  await ann.call('search.all', { mask: 'dialog 1' });
  // It reads while it is taken.
  for await (const bytes of (await ann.call('account.export', {})).Bytes) void bytes;
  await removal(t, owner, admin);
  await upkeep(clock, recording);
}

function seeded(t: TestService, index: number): TestPerson {
  const session = { token: tokenOf(index), address: '127.0.0.1', client: 'test' };
  return t.as(session, { id: personId(index), name: '', email: `person${index}@example.org`, password: '' });
}

/** The owner goes, which takes a password and an heir. */
async function removal(t: TestService, { id, email }: TestPerson, admin: TestPerson): Promise<void> {
  const password = 'a password of ours';
  const { Code: code } = await t.service.resetOwner();
  await t.open('account.resetConfirm', { code, password });
  const owner = t.as(await t.signIn(email, password), { id, name: '', email, password });
  await owner.call('admin.setRole', { user_id: admin.id, role: 'member' });
  await owner.refused('account.remove', { password });
  await owner.call('admin.setRole', { user_id: admin.id, role: 'admin' });
  await owner.call('account.changeEmail', { email: 'gone@example.org', password });
  await owner.call('account.remove', { password });
}

/** What housekeeping does in an hour; the sweep of bytes, which waits for the disk, is its last. */
async function upkeep(clock: TestClock, recording: Recording): Promise<void> {
  clock.advance(40 * 24 * 3600);
  const isSwept = () => !recording.neverRun().some((name) => name.endsWith(': findNamedHashes'));
  for (let minute = 0; minute < 5000 && (minute < 62 || !isSwept()); minute++) {
    vi.advanceTimersByTime(60_000);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  }
}

async function accounts(t: TestService, owner: TestPerson): Promise<void> {
  const [name, email, password] = ['New', 'new@example.org', 'New has a password'];
  const code = async (address: string) => {
    const letter = (await owner.call('admin.mail', {})).find((one) => one.To === address);
    return /Code: (\d+)/.exec(letter?.Text ?? '')?.[1] ?? '';
  };
  const confirm = async (given: string) =>
    t.open('account.confirm', { code: given, captcha: await t.captcha() });
  await t.open('account.register', { name, email, password });
  await confirm(await code(email));
  const { Code: invite } = await owner.call('admin.createInvite', {});
  const invited = { name, email: 'invited@example.org', password, invite };
  await t.open('account.register', invited);
  await t.open('account.register', { ...invited, email: 'other@example.org' });
  await t.open('account.confirm', { code: invite, captcha: await t.captcha(), email: invited.email });
  await confirm(invite);
  await t.open('account.reset', { email });
  await t.open('account.resetConfirm', { code: await code(email), password });

  const session = await t.signIn(email, password);
  const { ID: id } = await t.service.call(session, 'people.me', {});
  const person = t.as(session, { id, name, email, password });
  await person.call('account.changeEmail', { email: 'next@example.org', password });
  await confirm(await code('next@example.org'));
  await person.call('account.changePassword', { old: password, new: 'another password' });
  await person.call('account.updateProfile', { link: 'new.one', about: 'Here' });
  await person.call('account.updatePreferences', { theme: 'dark' });
  await person.call('account.preferences', {});
  const { ID: token_id } = await person.call('account.createToken', { name: 'bot' });
  await person.call('account.tokens', {});
  await person.call('account.revokeToken', { token_id });
  await person.call('account.logout', {});
}

async function people(admin: TestPerson, ann: TestPerson, ben: TestPerson): Promise<void> {
  await ann.call('people.me', {});
  await ben.call('account.updateProfile', { link: 'ben.b' });
  for (const user of ['@me', 'ben.b', `u${ben.id}`]) await ann.call('people.get', { user });
  await ann.call('people.subscribe', { user: 'ben.b' });
  await ben.call('people.incoming', {});
  await ann.call('people.outgoing', {});
  await ben.call('people.ignore', { user_id: ann.id });
  await ben.call('people.subscribe', { user: String(ann.id) });
  await ann.call('people.relationships', { user: 'ben.b' });
  await ann.call('people.friends', { user: 'ben.b' });
  await ben.call('account.updateProfile', { viewFriendsState: 1 });
  await ann.call('people.friends', { user: 'ben.b', page: 3 });
  await ann.call('people.subscribe', { user: 'ben.b', value: false });
  await ann.call('people.subscribe', { user: 'ben.b', value: true });
  await ben.call('people.notifications', {});
  await ben.call('people.readNotifications', {});
  await ann.call('people.report', { user: 'ben.b', reason: 'too cheerful' });
  await ann.call('people.reportItem', { Type: 'dialog', Item: dialogId(LARGE), reason: 'too long' });
  const everybody: Input<'people.find'>[] = [{}, { query: 'person num' }, { worksAt: 'mill', country: 3 }];
  const among: Input<'people.find'>[] = [
    {},
    { online: true },
    { avatar: true },
    { online: true, avatar: true },
  ];
  for (const search of everybody) {
    for (const only of among) {
      for (const sort of [0, 1, 2]) await ann.call('people.find', { ...search, ...only, sort });
    }
  }
  await admin.call('admin.createPromo', { code: 'WELCOME', coins: 900, uses: 5 });
  await ann.call('account.promo', { promo: 'WELCOME' });
  for (const item of [1, 101]) await ann.call('people.give', { user: 'ben.b', item });
  await ben.call('people.gifts', { user: '@me' });
  await ben.call('people.notifications', {});
  await ben.call('shop.list', {});
  await ben.call('shop.inventory', {});
  await admin.call('admin.promos', {});
  await admin.call('admin.revokePromo', { code: 'WELCOME' });
  await ann.call('people.block', { user: 'ben.b' });
  await ann.call('people.gifts', { user: '@me' });
  await ann.call('people.unblock', { user: 'ben.b' });
  await admin.call('people.get', { user: 'ben.b' });
}

async function dialogs(owner: TestPerson, ann: TestPerson, ben: TestPerson): Promise<void> {
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ann.call('dialogs.update', { dialog_id, name: 'Garden', link: 'garden', topic: 2 });
  const { Code: code } = await ann.call('dialogs.createInvite', { dialog_id });
  await ann.call('dialogs.invites', { dialog_id });
  await ann.call('dialogs.invitePreview', { code });
  await ben.call('dialogs.get', { dialog_id, code });
  await ben.call('dialogs.join', { dialog_id, user_id: '@me', code });
  await ann.call('dialogs.revokeInvite', { dialog_id, code });
  await ann.call('dialogs.members', { dialog_id });
  await ann.call('dialogs.setRole', { dialog_id, user_id: ben.id, role: 'admin' });
  await ann.call('dialogs.mute', { dialog_id });
  await ann.call('dialogs.pin', { dialog_id });
  await ann.call('dialogs.join', { dialog_id, user_id: owner.id });
  await ben.call('dialogs.leave', { dialog_id, user_id: owner.id });
  await ann.call('dialogs.leave', { dialog_id, user_id: '@me' });
  await ben.call('dialogs.remove', { dialog_id });
  await ann.call('dialogs.createPrivate', { user_id: ben.id });
  await ann.call('dialogs.list', {});
  for (const mask of [undefined, 'dialog 1']) {
    for (const sort of [0, 1, 2]) {
      for (const facts of [
        {},
        { type: 1 },
        { country: 4 },
        { topic: 2 },
        { type: 2, country: 4, topic: 2 },
      ]) {
        await ann.call('dialogs.find', { ...(mask && { mask }), sort, ...facts });
      }
    }
  }
}

async function messages(owner: TestPerson, ann: TestPerson, ben: TestPerson): Promise<void> {
  const dialog_id = dialogId(LARGE);
  const { ID: first } = await ben.call(
    'dialogs.send',
    { dialog_id, text: 'Look https://example.org' },
    'a-key-of-ours',
  );
  const { ID: message_id } = await ann.call('dialogs.send', {
    dialog_id,
    text: 'Yes @ben.b',
    replyTo: first,
  });
  await ann.call('dialogs.editMessage', { message_id, text: 'Yes indeed https://example.org @ben.b' });
  await ben.call('dialogs.react', { message_id, emoji: '👍' });
  await ben.call('dialogs.read', { dialog_id, message: message_id });
  await owner.call('dialogs.message', { message_id });
  await owner.call('dialogs.messages', { dialog_id });
  for (const place of ['last_id', 'after_id', 'around_id'])
    await ann.call('dialogs.messages', { dialog_id, [place]: first });
  await ann.call('dialogs.shared', { dialog_id, kind: 'links' });
  await ann.call('dialogs.searchMessages', { mask: 'yes ind' });
  await ann.call('dialogs.searchMessages', { mask: 'yes', dialog: dialog_id });
  await ben.call('people.notifications', {});
  await owner.call('people.reportItem', { Type: 'message', Item: message_id, reason: 'too short' });
  await ben.call('dialogs.unreact', { message_id, emoji: '👍' });
  await ann.call('dialogs.deleteMessage', { message_id });
  const { ID: channel } = await owner.call('dialogs.create', { name: 'News', type: 'channel' });
  await ann.call('dialogs.join', { dialog_id: channel, user_id: '@me' });
  await owner.call('dialogs.send', { dialog_id: channel, text: 'Read all about it' });
  await ann.call('dialogs.messages', { dialog_id: channel });
}

async function files(service: Service, ann: TestPerson, ben: TestPerson): Promise<void> {
  const { ID: file_id, Url } = await upload(service, ann.session, 'files.upload', Buffer.from('hello'));
  await ann.call('files.update', { file_id, name: 'a.txt', folder: 'Flat' });
  await ann.call('files.get', { file_id });
  await ben.refused('files.get', { file_id });
  await ann.call('files.folders', {});
  for (const sort of ['newest', 'oldest', 'name', 'largest'] as const) {
    for (const kind of ['all', 'document', 'other'] as const)
      for (const narrowed of [{}, { folder: 'Flat' }, { query: 'a txt' }])
        await ann.call('files.list', { sort, kind, ...narrowed });
  }
  const { pathname, searchParams } = new URL(Url, 'http://host');
  const [, , kind = '', id = ''] = pathname.split('/');
  await service.content({ kind, id, exp: searchParams.get('exp') ?? '', sig: searchParams.get('sig') ?? '' });
  const send = () => upload(service, ann.session, 'photos.upload', fixture('picture.png'));
  const { ID: photo_id } = await send();
  await ann.call('account.updateProfile', { avatar: photo_id });
  await ben.call('photos.get', { photo_id });
  await ann.call('photos.list', {});
  await ann.call('photos.list', { mode: 'public' });
  await ben.call('photos.of', { user: ann.id });
  const dialog_id = dialogId(LARGE);
  const attachments = [{ Type: 'file' as const, Item: file_id }];
  const { ID: message_id } = await ann.call('dialogs.send', {
    dialog_id,
    photos_list: [photo_id],
    attachments,
  });
  await ann.call('dialogs.editMessage', { message_id, attachments });
  await ben.call('files.get', { file_id });
  await ann.call('files.get', { file_id });
  for (const kind of ['files', 'photos'] as const)
    await ben.call('dialogs.shared', { dialog_id, kind, limit: 1 });
  await ann.call('photos.remove', { photo_id });
  await service.verify();
  await ann.call('files.remove', { file_id });
}

async function administration(t: TestService, owner: TestPerson, admin: TestPerson, ben: TestPerson) {
  await t.open('community.get', {});
  await owner.call('community.update', { name: 'Ours' });
  for (const query of ['', 'person number', 'person7@example.org'])
    await admin.call('admin.people', { query });
  await admin.call('admin.reports', {});
  const [report] = await admin.call('admin.reports', { open: true });
  await admin.call('admin.decideReport', { report_id: report?.ID ?? 0, decision: 'fine' });
  await admin.call('admin.reports', { open: false });
  await admin.call('admin.acts', {});
  await admin.call('admin.mail', {});
  const { Code: code } = await admin.call('admin.createInvite', {});
  await admin.call('admin.invites', {});
  await admin.call('admin.revokeInvite', { code });
  await admin.call('admin.resetCode', { user_id: ben.id });
  await admin.call('admin.ban', { user_id: ben.id, reason: 'spam' });
  await admin.call('admin.unban', { user_id: ben.id });
}
