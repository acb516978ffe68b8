import { expect, onTestFinished, test, vi } from 'vitest';
import { RemoteAlerts, sendReply } from '../../electron/remote/remote-alerts';
import type { CommunityApi } from '../../electron/remote/event-transport';
import { UnreadWatch } from '../../electron/remote/unread-watch';
import type { Alert } from '../../shared/alerts/alert';
import type { ChosenAlerts } from '../../shared/bridge';
import { defaultQuietHours } from '../../shared/alerts/quiet-hours';
import { Unreachable } from '../../shared/client/transport';
import { testService } from '../support/service';
import { untilPasses } from '../support/waiting';

const CLIENT = 'Courtyard (test)';
const ALL: ChosenAlerts = {
  ...{ isOn: true, showsText: true, sounds: true, doNotDisturb: false },
  ...{ language: 'en', quietHours: defaultQuietHours },
};

/** A person whose window shows another community, a group with a person who writes, and the alerts of their system. */
async function aside(chosen: ChosenAlerts | null = ALL) {
  const { people, service } = await testService();
  const [olena, taras] = await people('Olena', 'Taras');
  const { ID: dialog_id } = await olena.call('dialogs.create', { name: 'Garden', type: 'group' });
  await olena.call('dialogs.join', { dialog_id, user_id: String(taras.id) });
  const shown = new Map<string, Alert>();
  const told: string[] = [];
  const session = { ...taras.session, address: '', userAgent: CLIENT };
  const now = { chosen };
  const alerter = new RemoteAlerts({
    community: service,
    session,
    person: taras.id,
    choices: () => now.chosen,
    name: () => Promise.resolve('Lypova 12'),
    show: (alert) => {
      shown.set(alert.tag, alert);
      told.push(`${alert.title} | ${alert.body}`);
    },
    end: (tag) => shown.delete(tag),
  });
  const counted = vi.fn();
  const hearing: string[] = [];
  const watch = new UnreadWatch(
    service,
    CLIENT,
    { token: session.token ?? '', id: taras.id },
    {
      onUnread: counted,
      onEvent: (heard) => {
        if (heard.Type === 'message') hearing.push(heard.Message.Text);
        alerter.handle(heard);
      },
    },
  );
  onTestFinished(() => watch.close());
  await untilPasses(() => expect(counted).toHaveBeenCalled());
  const say = (text: string, dialog = dialog_id) => olena.call('dialogs.send', { dialog_id: dialog, text });
  return { olena, taras, dialog_id, alerter, shown, told, now, say, heard: () => hearing };
}

/** What was told up to a message that surely is. */
async function toldUpTo({ told, say }: Awaited<ReturnType<typeof aside>>): Promise<string[]> {
  await say('The last one');
  await untilPasses(() => expect(told.at(-1)).toMatch(/The last one|New message/));
  return told.slice(0, -1);
}

test("notifies of messages under the community's name, one per dialog, until read", async () => {
  const here = await aside();
  const { olena, taras, dialog_id, shown, say } = here;
  const { ID: alone } = await olena.call('dialogs.createPrivate', { user_id: taras.id });
  await say('Is **anyone** there?');
  await say('Only you', alone);
  const { ID: message } = await say('At ten');
  await untilPasses(() =>
    expect([...shown.values()]).toEqual([
      {
        tag: `dialog ${dialog_id}`,
        title: 'Lypova 12: Olena · Garden',
        body: 'At ten',
        isSilent: false,
        answerText: 'Reply',
      },
      expect.objectContaining({ title: 'Lypova 12: Olena', body: 'Only you' }),
    ]),
  );
  await taras.call('dialogs.read', { dialog_id, message });
  await untilPasses(() => expect([...shown.keys()]).toEqual([`dialog ${alone}`]));
});

test('respects mutes there, from any device', async () => {
  const here = await aside();
  const { taras, olena, dialog_id, say } = here;
  const { ID: loud } = await olena.call('dialogs.create', { name: 'Loud', type: 'group' });
  await olena.call('dialogs.join', { dialog_id: loud, user_id: String(taras.id) });
  await taras.call('account.updateProfile', { link: 'taras_here' });
  await taras.call('dialogs.mute', { dialog_id: loud, value: true });
  await say('Nobody hears this', loud);
  await say('But @taras_here does', loud);
  await taras.call('dialogs.mute', { dialog_id: loud, value: false });
  await say('Heard again', loud);
  await taras.call('dialogs.mute', { dialog_id, value: true });
  await say('Muted just now');
  await taras.call('dialogs.mute', { dialog_id, value: false });
  expect(await toldUpTo(here)).toEqual([
    'Lypova 12: Olena | mentioned you: But @taras_here does',
    'Lypova 12: Olena · Loud | Heard again',
  ]);
});

test('notifies of replies and mentions in threads', async () => {
  const here = await aside();
  const { olena, taras, dialog_id } = here;
  await taras.call('account.updateProfile', { link: 'taras_here' });
  const { ID: thread } = await taras.call('dialogs.send', { dialog_id, text: 'Who waters it?' });
  await olena.call('dialogs.send', { dialog_id, thread, text: 'I do' });
  await olena.call('dialogs.send', { dialog_id, thread, text: 'And @taras_here does' });
  expect(await toldUpTo(here)).toEqual([
    'Lypova 12: Olena | replied in a thread that you follow: I do',
    'Lypova 12: Olena | mentioned you: And @taras_here does',
  ]);
});

test('ignores own messages, likes and invalid data from the host', async () => {
  const here = await aside();
  const { olena, taras, dialog_id, alerter } = here;
  const { ID: post } = await taras.call('posts.create', { user: '@me', content: 'A post' });
  await taras.call('dialogs.send', { dialog_id, text: 'From elsewhere' });
  await olena.call('posts.like', { post_id: post });
  for (const made of [{ Type: 'message' }, { Type: 'message', Message: { Text: 'A lie' } }, { Type: 7 }])
    alerter.handle(made as never);
  expect(await toldUpTo(here)).toEqual([]);
});

test.each([
  ['before the pages have said what holds', null],
  ['where they are off', { ...ALL, isOn: false }],
  ['in quiet hours', { ...ALL, quietHours: { ...defaultQuietHours, isOn: true, from: 0, to: 0 } }],
])('shows nothing %s', async (_when, chosen) => {
  const here = await aside(chosen);
  await here.say('Nobody hears this');
  await untilPasses(() => expect(here.heard()).toContain('Nobody hears this'));
  here.now.chosen = ALL;
  expect(await toldUpTo(here)).toEqual([]);
});

test('notifies of dialogs exempt from quiet hours', async () => {
  const here = await aside();
  const hours = { ...defaultQuietHours, isOn: true, from: 0, to: 0 };
  here.now.chosen = { ...ALL, quietHours: { ...hours, except: [here.dialog_id] } };
  expect(await toldUpTo(here)).toEqual([]);
});

test("hides names and text if configured, in the person's language", async () => {
  const { say, told, shown } = await aside({ ...ALL, showsText: false, sounds: false, language: 'uk' });
  await say('A secret');
  await untilPasses(() => expect(told).toEqual(['Lypova 12 | Нове повідомлення']));
  expect([...shown.values()]).toMatchObject([{ isSilent: true, answerText: 'Відповісти' }]);
});

test('sends a reply once, and returns it when that fails', async () => {
  const { people, service } = await testService();
  const [olena, taras] = await people('Olena', 'Taras');
  const { ID: dialog } = await olena.call('dialogs.createPrivate', { user_id: taras.id });
  const session = { ...taras.session, address: '', userAgent: CLIENT };
  const answer = { dialog, text: 'On my way', chosen: ALL, name: 'Lypova 12' };
  let attempts = 0;
  const faltering: CommunityApi = {
    connect: service.connect,
    call: async (...given) => {
      const answered = await service.call(...given);
      // The answer is lost, not the message.
      if (++attempts === 1) throw new Unreachable();
      return answered;
    },
  };
  expect(await sendReply(faltering, session, answer)).toBeNull();
  const said = await olena.call('dialogs.messages', { dialog_id: dialog });
  expect(said.map(({ Text }) => Text)).toEqual(['On my way']);

  await taras.call('people.block', { user: olena.id });
  expect(await sendReply(service, session, answer)).toMatchObject({
    tag: `dialog ${dialog}`,
    title: 'Lypova 12',
    body: 'Not sent: On my way',
  });
  const bare = { ...answer, chosen: { ...ALL, showsText: false } };
  expect(await sendReply(service, session, bare)).toMatchObject({ body: 'Your reply wasn’t sent' });
});
