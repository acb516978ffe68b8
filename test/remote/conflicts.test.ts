import { expect, test } from 'vitest';
import { LIMITS } from '../../shared/limits';
import { testService } from '../support/service';
import { untilPasses } from '../support/waiting';
import { filled, programOf, settled, type Program } from './program';

/** Ann has two computers that hold a group of hers, and a message in it; the first is away. */
async function twoComputers() {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const { ID: dialog_id } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
  await ann.call('dialogs.join', { dialog_id, user_id: ben.id });
  await ann.call('dialogs.setRole', { dialog_id, user_id: ben.id, role: 'admin' });
  const { ID: message_id } = await ann.call('dialogs.send', { dialog_id, text: 'One' });
  const [laptop, desktop] = [programOf(t, ann), programOf(t, ann)];
  await Promise.all([filled(laptop), filled(desktop)]);
  laptop.host.cut();
  const textOf = async ({ call }: Pick<Program, 'call'>) =>
    (await call('dialogs.message', { message_id })).Text;
  return { t, ann, ben, dialog_id, message_id, laptop, desktop, textOf };
}

/** Connects a program; returns the only thing that its host refused. */
async function refusalIn(program: Program) {
  await settled(program);
  const [item, ...more] = program.synced.outboxItems;
  if (!item || more.length > 0) throw new Error(`${more.length} more were refused`);
  return item;
}

test('an edit that waited while another computer edited shows both versions, and theirs stands', async () => {
  const { laptop, desktop, message_id, textOf } = await twoComputers();
  await laptop.call('dialogs.editMessage', { message_id, text: 'From the laptop' });
  expect(await textOf(laptop)).toBe('From the laptop');
  await desktop.call('dialogs.editMessage', { message_id, text: 'From the desktop' });
  const item = await refusalIn(laptop);
  expect(item).toMatchObject({
    input: { text: 'From the laptop', ifVersion: { text: 'One' } },
    error: { detail: 'version_conflict', current: { text: 'From the desktop' } },
  });
  expect(await textOf(laptop)).toBe('From the desktop');

  await laptop.synced.changeOutbox({ action: 'discard', key: item.key });
  expect(laptop.synced.outboxItems).toEqual([]);
  expect(await textOf(desktop)).toBe('From the desktop');
});

test('the own version is sent over the one that was shown, not over a newer one', async () => {
  const { laptop, desktop, message_id, textOf } = await twoComputers();
  const mine = 'm'.repeat(LIMITS.message);
  await laptop.call('dialogs.editMessage', { message_id, text: mine });
  await desktop.call('dialogs.editMessage', { message_id, text: 'Second' });
  const { key } = await refusalIn(laptop);
  await desktop.call('dialogs.editMessage', { message_id, text: 'Third' });
  await laptop.synced.changeOutbox({ action: 'overwrite', key });
  await untilPasses(() =>
    expect(laptop.synced.outboxItems).toMatchObject([{ error: { current: { text: 'Third' } } }]),
  );
  await laptop.synced.changeOutbox({ action: 'overwrite', key });
  await untilPasses(() => expect(laptop.synced.outboxItems).toEqual([]));
  expect(await textOf(desktop)).toBe(mine);
});

test('a conflict is edited, also while the host is away again', async () => {
  const { laptop, desktop, message_id, textOf } = await twoComputers();
  await laptop.call('dialogs.editMessage', { message_id, text: 'Mine' });
  await desktop.call('dialogs.editMessage', { message_id, text: 'Theirs' });
  const { key } = await refusalIn(laptop);
  laptop.host.cut();
  await laptop.synced.changeOutbox({ action: 'edit', key, text: 'Mine and theirs' });
  expect(await textOf(laptop)).toBe('Mine and theirs');
  await settled(laptop);
  expect(laptop.synced.outboxItems).toEqual([]);
  expect(await textOf(desktop)).toBe('Mine and theirs');
});

test('several edits of one thing that wait are no conflict of their own', async () => {
  const { laptop, desktop, message_id, textOf } = await twoComputers();
  await laptop.call('dialogs.editMessage', { message_id, text: 'Two' });
  await laptop.call('dialogs.editMessage', { message_id, text: 'Three' });
  await settled(laptop);
  expect(laptop.synced.outboxItems).toEqual([]);
  expect(await textOf(desktop)).toBe('Three');
});

test('a name that another admin changed is a conflict; what only one of them changed is not', async () => {
  const { laptop, ann, ben, dialog_id } = await twoComputers();
  await laptop.call('dialogs.update', { dialog_id, description: 'Roses' });
  await laptop.call('dialogs.update', { dialog_id, name: 'Orchard' });
  await laptop.call('account.updateProfile', { about: 'At home' });
  await ben.call('dialogs.update', { dialog_id, name: 'Yard' });
  await ann.call('account.updateProfile', { website: 'https://example.org' });
  const item = await refusalIn(laptop);
  expect(item).toMatchObject({ name: 'dialogs.update', error: { current: { name: 'Yard' } } });
  expect(await ben.call('dialogs.get', { dialog_id })).toMatchObject({ Name: 'Yard', Description: 'Roses' });
  expect(await ann.call('people.me', {})).toMatchObject({ About: 'At home', Website: 'https://example.org' });
});

test('an edit whose answer got lost is done once, whatever came after it', async () => {
  const { laptop, desktop, message_id, textOf } = await twoComputers();
  await settled(laptop);
  laptop.host.hang();
  const editing = laptop.call('dialogs.editMessage', { message_id, text: 'Two' });
  await untilPasses(() => expect(laptop.outbox.unsent).toBe(1));
  laptop.host.cut();
  await editing;
  expect(laptop.synced.outboxItems[0]?.input).toHaveProperty('ifVersion');
  laptop.host.stopHanging();
  await settled(laptop);
  expect(laptop.synced.outboxItems).toEqual([]);
  expect(await textOf(desktop)).toBe('Two');
});
