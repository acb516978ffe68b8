import type { Life } from './arrivals';
import { DAY, HOUR, MINUTE } from './calendar';
import { BANNED, OWNER } from './people';

/** Somebody who came to sell is shown the door; and one small quarrel waits for whoever minds the place. */
export function noteTrouble({ town, diary, now, dialogs }: Life): void {
  const yard = () => dialogs.get('yard') ?? 0;
  let offer = 0;
  let scooter = 0;
  const say = async (key: string, text: string, replyTo = 0) =>
    (await town.call(key, 'dialogs.send', { dialog_id: yard(), text, replyTo })).ID;

  const came = now - 10 * DAY;
  diary.note(came, async () => {
    offer = await say(
      BANNED,
      '🔥🔥 EARN ₴5000 A DAY WITHOUT LEAVING YOUR SOFA 🔥🔥 write me in private, only 3 places left',
    );
  });
  diary.note(came + 90, async () => {
    await say('jonas', 'My sofa already has three places. They are taken.', offer);
  });
  diary.note(came + 170, async () => {
    await say('halyna', 'Синку, а на лавці можна? На дивані в мене коти', offer);
  });
  diary.note(came + 10 * MINUTE, () =>
    report('nina', { Type: 'message', Item: offer, reason: 'Advertising, and the arithmetic is wrong too.' }),
  );
  diary.note(came + 15 * MINUTE, async () => {
    await town.call('roman', 'people.report', {
      user: BANNED,
      reason: 'Пише всім у приват про «пасивний дохід».',
    });
  });
  diary.note(came + 2 * HOUR, async () => {
    const reason = 'Advertising in every chat; asked twice to stop.';
    await town.call('andriy', 'admin.ban', { user_id: town.resident(BANNED).id, reason });
    for (const { ID } of await town.call('andriy', 'admin.reports', { open: true })) {
      await town.call('andriy', 'admin.decideReport', {
        report_id: ID,
        decision: 'Banned',
        note: 'Двічі просили.',
      });
    }
  });
  diary.note(now - 26 * HOUR, async () => {
    scooter = await say(
      'maksym',
      'Selling my old scooter, ₴4 000. Third time lucky. It starts if you believe in it 🛵',
    );
  });
  diary.note(now - 25 * HOUR, () =>
    report('hanna', {
      Type: 'message',
      Item: scooter,
      reason: 'Третє оголошення за тиждень. Самокат гарний, але для цього є куток обміну.',
    }),
  );
  diary.note(now - 8 * DAY, async () => {
    await town.call(OWNER, 'dialogs.createInvite', { dialog_id: yard(), maxUses: 30 });
    await town.call('mateusz', 'dialogs.createInvite', { dialog_id: dialogs.get('band') ?? 0, maxUses: 3 });
  });

  async function report(key: string, what: { Type: 'message'; Item: number; reason: string }): Promise<void> {
    await town.call(key, 'people.reportItem', what);
  }
}
