import { countries } from '../../../shared/locale/countries';
import { demoCommunity } from '../community-data';
import type { DemoMedia } from '../media/demo-media';
import { awake, DAY, DAYS, HOUR, MINUTE } from './session-calendar';
import type { EventSchedule } from './event-schedule';
import { demoDialogs, type DemoDialog } from '../dialog-data';
import { demoPeople, type DemoPerson } from '../people-data';
import type { Random } from './random';
import { between, pick } from './random';
import type { DemoClient } from '../demo-client';

/** Shared by all code that schedules events of the demo community. */
export interface DemoContext {
  client: DemoClient;
  media: DemoMedia;
  schedule: EventSchedule;
  /** Now, in Unix seconds. */
  now: number;
  random: Random;
  /** The IDs of the dialogs that exist so far, by key. */
  dialogs: Map<string, number>;
  /** The ID of the last message of each dialog, by key. */
  last: Map<string, number>;
}

/** Returns the Unix time at which the demo community begins. */
export function beginningOf(now: number): number {
  return now - (DAYS + 1) * DAY;
}

/** Returns the Unix time from which a person can write. */
export function cameAt({ came }: DemoPerson, now: number): number {
  return awake(now - came * DAY, now) + HOUR;
}

/** Returns the members of a dialog, without the banned person. */
export function membersOf({ owner, admins, members }: DemoDialog): readonly DemoPerson[] {
  const keys = members === 'all' ? demoPeople.map(({ key }) => key) : [owner, ...admins, ...members];
  return demoPeople.filter(({ key }) => keys.includes(key) && key !== demoCommunity.banned);
}

/** Schedules registrations, profiles, and the creation and joining of dialogs. */
export function scheduleArrivals(context: DemoContext): void {
  const { client, schedule, now } = context;
  const founding = beginningOf(now) + 9 * HOUR;
  let invitation: string | null = null;
  const owner = demoPeople.find(({ key }) => key === demoCommunity.owner);
  if (!owner) throw new Error('people.json has no owner');
  schedule.add(founding, async () => {
    await client.register(owner, null, 'Courtyard 1.1.0 (desktop)');
  });
  schedule.add(founding + 5 * MINUTE, async () => {
    invitation = await found(context);
  });
  for (const person of demoPeople) {
    const device = pick(DEVICES, context.random);
    if (person !== owner) {
      schedule.add(cameAt(person, now) - HOUR, async () => {
        await client.register(person, invitation, device);
      });
    }
    schedule.add(cameAt(person, now) - HOUR / 2, () => settleIn(context, person));
  }
  for (const dialog of demoDialogs) scheduleDialog(context, dialog);
  schedule.add(now - 30 * DAY, async () => {
    await client.call(demoCommunity.owner, 'admin.setRole', {
      user_id: client.signedInPerson(demoCommunity.admin).id,
      role: 'admin',
    });
  });
}

const DEVICES = [
  'Courtyard 1.1.0 (desktop)',
  'Firefox on Linux',
  'Chrome on Windows',
  'Safari on iPhone',
  'Chrome on Android',
];

/** Sets up the community as its owner; returns the invitation code for the others. */
async function found({ client, media }: DemoContext): Promise<string> {
  const { owner, name, description, avatar, promo, dailyCoins } = demoCommunity;
  await client.call(owner, 'community.update', {
    name,
    description,
    avatar: await media.photo(owner, avatar.picture, 'square', avatar.caption),
    registration: 'invite',
    joinNotices: true,
    dailyCoins,
  });
  await client.call(owner, 'admin.createPromo', promo);
  await client.call(owner, 'admin.createInvite', { maxUses: 5 });
  return (await client.call(owner, 'admin.createInvite', {})).Code;
}

async function settleIn({ client, media }: DemoContext, person: DemoPerson): Promise<void> {
  const { key, avatar, banner, from } = person;
  const [code, town] = from;
  await client.call(key, 'account.updateProfile', {
    link: key,
    status: person.status,
    about: person.about,
    emoji: person.emoji,
    birthday: person.birthday,
    worksAt: person.worksAt,
    country: countries().find((country) => country.code === code)?.number ?? 0,
    cityNative: town,
    languages: languagesOf(person),
    relationships: person.relationships,
    ...(person.website !== undefined && { website: person.website }),
    ...(avatar && { avatar: await media.photo(key, avatar, 'square') }),
    ...(banner !== undefined && { banner: await media.photo(key, banner) }),
  });
  await client.call(key, 'account.promo', { promo: demoCommunity.promo.code });
}

/** Returns language numbers: 1 is English, 2 is Ukrainian. */
function languagesOf({ writes }: DemoPerson): number[] {
  if (writes === 'both') return [2, 1];
  return [writes === 'en' ? 1 : 2];
}

/**
 * Schedules the creation of a dialog some time after its owner registered; the others join when they register. Nobody
 * needs to join a private dialog.
 */
function scheduleDialog(context: DemoContext, dialog: DemoDialog): void {
  const { client, media, schedule, now, dialogs } = context;
  if (dialog.type === 'private') return schedulePrivate(context, dialog);
  const people = new Map(demoPeople.map((person) => [person.key, person]));
  const owner = people.get(dialog.owner);
  if (!owner) throw new Error(`people.json has no owner of ${dialog.key}`);
  const made = cameAt(owner, now) + demoDialogs.indexOf(dialog) * 7 * MINUTE;
  const id = () => dialogs.get(dialog.key) ?? 0;
  const isCommons = dialog.key === demoCommunity.commons;
  schedule.add(made, async () => {
    const { name, description, topic } = dialog;
    const avatar = await media.photo(dialog.owner, dialog.avatar, 'square', name);
    if (isCommons) {
      const { ID } = await client.call(dialog.owner, 'dialogs.createCommons', { name, description });
      await client.call(dialog.owner, 'dialogs.update', { dialog_id: ID, topic, avatar });
      dialogs.set(dialog.key, ID);
      return;
    }
    const { ID } = await client.call(dialog.owner, 'dialogs.create', {
      name,
      description,
      type: dialog.type === 'channel' ? 'channel' : 'group',
      private: dialog.isPrivate,
      topic,
      avatar,
    });
    dialogs.set(dialog.key, ID);
  });
  const members = dialog.members === 'all' ? demoPeople : membersOf(dialog);
  for (const member of members) {
    if (member === owner) continue;
    const joined = Math.max(made, cameAt(member, now)) + between(3, 50, context.random) * MINUTE;
    const joinsByRegistering = isCommons && cameAt(member, now) - HOUR > made;
    const isAdmin = dialog.admins.includes(member.key);
    schedule.add(joined, async () => {
      const user = String(client.signedInPerson(member.key).id);
      const caller = dialog.isPrivate ? dialog.owner : member.key;
      if (!joinsByRegistering) await client.call(caller, 'dialogs.join', { dialog_id: id(), user_id: user });
      if (!isAdmin) return;
      const role = { dialog_id: id(), user_id: Number(user), role: 'admin' as const };
      await client.call(dialog.owner, 'dialogs.setRole', role);
    });
  }
}

function schedulePrivate(
  { client, schedule, now, dialogs }: DemoContext,
  { key, owner, members }: DemoDialog,
): void {
  const [other = ''] = members;
  const both = demoPeople.filter(({ key }) => key === owner || key === other);
  // Arrivals at night are moved to the morning.
  const made = Math.max(now - (DAYS - 1) * DAY + HOUR, ...both.map((person) => cameAt(person, now) + MINUTE));
  schedule.add(made, async () => {
    const { ID } = await client.call(owner, 'dialogs.createPrivate', {
      user_id: client.signedInPerson(other).id,
    });
    dialogs.set(key, ID);
  });
}
