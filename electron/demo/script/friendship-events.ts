import { z } from 'zod';
import { demoCommunity } from '../community-data';
import { parseDataFile } from '../data-file';
import giftContent from '../data/gifts.json';
import { cameAt, membersOf, type DemoContext } from './arrival-events';
import { DAY, HOUR, MINUTE } from './session-calendar';
import { demoDialogs } from '../dialog-data';
import { demoPeople, type DemoPerson } from '../people-data';
import { between } from './random';

/** The shape of a gift in `data/gifts.json`. */
const Gift = z.strictObject({
  from: z.string(),
  to: z.string(),
  /** The number of the item in the shop. */
  item: z.number().int(),
  daysAgo: z.number(),
  message: z.string(),
});

const gifts = parseDataFile('gifts.json', z.array(Gift), giftContent);

/** Schedules friendships, gifts, and the owner's own files and videos. */
export function scheduleFriendships(context: DemoContext): void {
  scheduleSubscriptions(context);
  for (const { from, to, item, daysAgo, message } of gifts) {
    context.schedule.add(context.now - daysAgo * DAY - 3 * HOUR, async () => {
      await context.client.call(from, 'people.give', { user: to, item, message });
    });
  }
  context.schedule.add(context.now - 14 * DAY, async () => {
    for (const name of demoCommunity.ownerDocuments) await context.media.file(demoCommunity.owner, name);
    for (const name of demoCommunity.ownerVideos) await context.media.video(demoCommunity.owner, name);
  });
  context.schedule.add(context.now - 10 * HOUR, async () => {
    await context.client.call(demoCommunity.owner, 'people.readNotifications', {});
  });
}

/** People who share small dialogs become friends; some only subscribe. */
function scheduleSubscriptions({ client, schedule, now, random }: DemoContext): void {
  const small = demoDialogs
    .filter(({ members, type }) => members !== 'all' && type === 'group')
    .map(membersOf);
  const people = demoPeople.filter(({ key }) => key !== demoCommunity.banned);
  people.forEach((one, index) => {
    for (const other of people.slice(index + 1)) {
      const shared = small.filter((members) => members.includes(one) && members.includes(other)).length;
      const chance = random();
      const asked = Math.max(cameAt(one, now), cameAt(other, now)) + between(2, 60, random) * HOUR;
      if (!isKnown(one, other) && chance > 0.12 + shared * 0.34) continue;
      if (isWaiting(one, other) || asked > now - DAY) continue;
      schedule.add(asked, () => subscribe(other.key, one.key));
      if (chance < 0.9 || one.key === demoCommunity.owner)
        schedule.add(asked + 40 * MINUTE, () => subscribe(one.key, other.key));
    }
  });
  demoCommunity.pendingFriendRequests.forEach((key, index) => {
    schedule.add(now - (index * 5 + 4) * HOUR, () => subscribe(key, demoCommunity.owner));
  });

  async function subscribe(key: string, to: string): Promise<void> {
    await client.call(key, 'people.subscribe', { user: to, value: true });
  }
}

function isKnown(one: DemoPerson, other: DemoPerson): boolean {
  return (
    [one.key, other.key].includes(demoCommunity.owner) && [one.key, other.key].includes(demoCommunity.member)
  );
}

function isWaiting(one: DemoPerson, other: DemoPerson): boolean {
  const keys = [one.key, other.key];
  return (
    keys.includes(demoCommunity.owner) &&
    keys.some((key) => demoCommunity.pendingFriendRequests.includes(key))
  );
}
