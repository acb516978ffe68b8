import { z } from 'zod';
import type { DemoContext } from './arrival-events';
import { parseDataFile } from '../data-file';
import gatheringContent from '../data/gatherings.json';
import { DAY, HOUR, MINUTE } from './session-calendar';

const Keys = z.array(z.string());

/** The shape of an event in `data/gatherings.json`. */
const GatheringSchema = z.strictObject({
  /** The key of the dialog. */
  dialog: z.string(),
  by: z.string(),
  daysAgo: z.number(),
  title: z.string(),
  /** The next day of this kind, 0 for Sunday, at this hour of the host's time, and how many hours it lasts. */
  weekday: z.number().int().min(0).max(6),
  hour: z.number().int().min(0).max(23),
  hours: z.number(),
  place: z.string(),
  description: z.string(),
  answers: z.strictObject({ going: Keys, maybe: Keys, declined: Keys }),
  /** The replies in the thread of the event. */
  thread: z.array(z.strictObject({ by: z.string(), text: z.string() })),
});

/** An event of a dialog that is still to come, with the answers to it and its thread. */
export type Gathering = z.infer<typeof GatheringSchema>;

/** All events of the calendar. */
export const gatherings: readonly Gathering[] = parseDataFile(
  'gatherings.json',
  z.array(GatheringSchema),
  gatheringContent,
);

/** Schedules the events of the calendar: who is invited, answers, and replies in the thread. */
export function scheduleGatherings({ client, schedule, now, dialogs }: DemoContext): void {
  for (const gathering of gatherings) {
    const { by, title, place, description, answers, thread } = gathering;
    const announced = now - gathering.daysAgo * DAY;
    const starts = nextStart(gathering, now);
    let message = 0;
    schedule.add(announced, async () => {
      const { ID } = await client.call(by, 'dialogs.send', {
        dialog_id: dialogs.get(gathering.dialog) ?? 0,
        text: title,
        event: { starts, ends: starts + gathering.hours * HOUR, place, description },
      });
      message = ID;
    });
    for (const answer of ['going', 'maybe', 'declined'] as const) {
      answers[answer].forEach((key, index) => {
        schedule.add(announced + (index + 1) * 23 * MINUTE, async () => {
          await client.call(key, 'dialogs.answerEvent', { message_id: message, answer });
        });
      });
    }
    thread.forEach((reply, index) => {
      schedule.add(announced + HOUR + index * 17 * MINUTE, async () => {
        await client.call(reply.by, 'dialogs.send', {
          dialog_id: dialogs.get(gathering.dialog) ?? 0,
          text: reply.text,
          thread: message,
        });
      });
    });
  }
}

/** Returns the second at which an event begins: at least a day from now. */
function nextStart({ weekday, hour }: Gathering, now: number): number {
  const day = new Date((now + DAY) * 1000);
  day.setHours(hour, 0, 0, 0);
  if (day.getTime() < (now + DAY) * 1000) day.setDate(day.getDate() + 1);
  day.setDate(day.getDate() + ((weekday - day.getDay() + 7) % 7));
  return day.getTime() / 1000;
}
