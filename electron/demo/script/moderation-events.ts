import { z } from 'zod';
import type { DemoContext } from './arrival-events';
import { demoCommunity } from '../community-data';
import { parseDataFile } from '../data-file';
import moderationContent from '../data/moderation.json';
import { DAY, HOUR, MINUTE } from './session-calendar';

const Report = z.strictObject({ by: z.string(), reason: z.string() });

/** The shape of `data/moderation.json`. */
const ModerationSchema = z.strictObject({
  /** The advertisement that gets its author banned, and the replies to it. */
  offer: z.string(),
  answers: z.array(z.strictObject({ by: z.string(), secondsLater: z.number(), text: z.string() })),
  messageReport: Report,
  personReport: Report,
  ban: z.strictObject({ reason: z.string(), decision: z.string(), note: z.string() }),
  /** A harmless advertisement whose report is still open. */
  sale: z.strictObject({ by: z.string(), text: z.string() }),
  saleReport: Report,
});

const moderation = parseDataFile('moderation.json', ModerationSchema, moderationContent);

/** Schedules the report and ban of an advertiser, and a report that stays open for the admins. */
export function scheduleModeration({ client, schedule, now, dialogs }: DemoContext): void {
  const { banned, admin, owner } = demoCommunity;
  const yard = () => dialogs.get('yard') ?? 0;
  let offer = 0;
  let sale = 0;

  const joined = now - 10 * DAY;
  schedule.add(joined, async () => {
    offer = await send(banned, moderation.offer);
  });
  for (const { by, secondsLater, text } of moderation.answers) {
    schedule.add(joined + secondsLater, async () => {
      await send(by, text, offer);
    });
  }
  schedule.add(joined + 10 * MINUTE, () => report(moderation.messageReport, offer));
  schedule.add(joined + 15 * MINUTE, async () => {
    const { by, reason } = moderation.personReport;
    await client.call(by, 'people.report', { user: banned, reason });
  });
  schedule.add(joined + 2 * HOUR, async () => {
    const { reason, decision, note } = moderation.ban;
    await client.call(admin, 'admin.ban', { user_id: client.signedInPerson(banned).id, reason });
    for (const { ID } of await client.call(admin, 'admin.reports', { open: true })) {
      await client.call(admin, 'admin.decideReport', { report_id: ID, decision, note });
    }
  });
  schedule.add(now - 26 * HOUR, async () => {
    sale = await send(moderation.sale.by, moderation.sale.text);
  });
  schedule.add(now - 25 * HOUR, () => report(moderation.saleReport, sale));
  schedule.add(now - 8 * DAY, async () => {
    await client.call(owner, 'dialogs.createInvite', { dialog_id: yard(), maxUses: 30 });
    await client.call('mateusz', 'dialogs.createInvite', { dialog_id: dialogs.get('band') ?? 0, maxUses: 3 });
  });

  async function send(key: string, text: string, replyTo = 0): Promise<number> {
    return (await client.call(key, 'dialogs.send', { dialog_id: yard(), text, replyTo })).ID;
  }

  async function report({ by, reason }: z.infer<typeof Report>, message: number): Promise<void> {
    await client.call(by, 'people.reportItem', { Type: 'message', Item: message, reason });
  }
}
