import { countries } from '../../shared/countries';
import type { Belongings } from './belongings';
import { awake, DAY, DAYS, HOUR, MINUTE } from './calendar';
import type { Diary } from './diary';
import { places, type Place } from './dialogs';
import { BANNED, neighbours, OWNER, type Neighbour } from './people';
import type { Random } from './random';
import { between, pick } from './random';
import type { Town } from './town';

/** What the lives of the practice community are written with. */
export interface Life {
  town: Town;
  belongings: Belongings;
  diary: Diary;
  /** Now, in Unix seconds. */
  now: number;
  random: Random;
  /** The numbers of the dialogs, once they are there, by their keys. */
  dialogs: Map<string, number>;
  /** The last message of each. */
  last: Map<string, number>;
}

/** With which everybody got their first coins. */
const PROMO = 'LYPOVA12';

/** The first second of a community that is to be as it is now. */
export function beginningOf(now: number): number {
  return now - (DAYS + 1) * DAY;
}

/** When somebody has come, settled in, and can write. */
export function cameAt({ came }: Neighbour, now: number): number {
  return awake(now - came * DAY, now) + HOUR;
}

/** Who is in a dialog, the owner first; everybody who may talk there. */
export function membersOf({ owner, admins, members }: Place): readonly Neighbour[] {
  const keys = members === 'all' ? neighbours.map(({ key }) => key) : [owner, ...admins, ...members];
  return neighbours.filter(({ key }) => keys.includes(key) && key !== BANNED);
}

/** People come one after the other, say who they are, and join where they belong. */
export function noteArrivals(life: Life): void {
  const { town, diary, now } = life;
  const founding = beginningOf(now) + 9 * HOUR;
  let invitation: string | null = null;
  const owner = neighbours.find(({ key }) => key === OWNER);
  if (!owner) throw new Error('nobody owns it');
  diary.note(founding, async () => {
    await town.moveIn(owner, null, 'Courtyard 1.1.0 (desktop)');
  });
  diary.note(founding + 5 * MINUTE, async () => {
    invitation = await found(life);
  });
  for (const person of neighbours) {
    const client = pick(CLIENTS, life.random);
    if (person !== owner) {
      diary.note(cameAt(person, now) - HOUR, async () => {
        await town.moveIn(person, invitation, client);
      });
    }
    diary.note(cameAt(person, now) - HOUR / 2, () => settleIn(life, person));
  }
  for (const place of places) noteDialog(life, place);
  diary.note(now - 30 * DAY, async () => {
    await town.call(OWNER, 'admin.setRole', { user_id: town.resident('andriy').id, role: 'admin' });
  });
}

const CLIENTS = [
  'Courtyard 1.1.0 (desktop)',
  'Firefox on Linux',
  'Chrome on Windows',
  'Safari on iPhone',
  'Chrome on Android',
];

/** The owner says what this place is; gives the invitation with which the others come. */
async function found({ town, belongings }: Life): Promise<string> {
  await town.call(OWNER, 'community.update', {
    name: 'Lypova Street courtyard',
    description:
      'Sixty windows, nine lime trees, one lift. We lend ladders, bake bread, argue about colours and play on Sundays. / Шістдесят вікон, дев’ять лип, один ліфт.',
    avatar: await belongings.photo(OWNER, 'evening 2', 'square', 'Lypova Street'),
    registration: 'invite',
  });
  await town.call(OWNER, 'admin.createPromo', { code: PROMO, coins: 260, uses: 500 });
  await town.call(OWNER, 'admin.createInvite', { maxUses: 5 });
  return (await town.call(OWNER, 'admin.createInvite', {})).Code;
}

async function settleIn({ town, belongings }: Life, person: Neighbour): Promise<void> {
  const { key, avatar, banner, from } = person;
  const [code, town_] = from;
  await town.call(key, 'account.updateProfile', {
    link: key,
    status: person.status,
    about: person.about,
    emoji: person.emoji,
    birthday: person.birthday,
    worksAt: person.worksAt,
    country: countries().find((country) => country.code === code)?.number ?? 0,
    cityNative: town_,
    languages: languagesOf(person),
    relationships: person.relationships,
    ...(person.website !== undefined && { website: person.website }),
    ...(avatar && { avatar: await belongings.photo(key, avatar, 'square') }),
    ...(banner !== undefined && { banner: await belongings.photo(key, banner) }),
  });
  await town.call(key, 'account.promo', { promo: PROMO });
}

/** 1 is English, 2 Ukrainian; the third number is nobody's here. */
function languagesOf({ writes }: Neighbour): number[] {
  if (writes === 'both') return [2, 1];
  return [writes === 'en' ? 1 : 2];
}

/** A dialog is made a while after its owner came; the others join as they come. Private ones begin by themselves. */
function noteDialog(life: Life, place: Place): void {
  const { town, belongings, diary, now, dialogs } = life;
  if (place.type === 'private') return notePrivate(life, place);
  const people = new Map(neighbours.map((person) => [person.key, person]));
  const owner = people.get(place.owner);
  if (!owner) throw new Error(`nobody makes ${place.key}`);
  const made = cameAt(owner, now) + places.indexOf(place) * 7 * MINUTE;
  const id = () => dialogs.get(place.key) ?? 0;
  diary.note(made, async () => {
    const { ID } = await town.call(place.owner, 'dialogs.create', {
      name: place.name,
      description: place.description,
      type: place.type === 'channel' ? 'channel' : 'group',
      private: place.isPrivate,
      topic: place.topic,
      avatar: await belongings.photo(place.owner, place.avatar, 'square', place.name),
    });
    dialogs.set(place.key, ID);
  });
  const members = place.members === 'all' ? neighbours : membersOf(place);
  for (const member of members) {
    if (member === owner) continue;
    const joined = Math.max(made, cameAt(member, now)) + between(3, 50, life.random) * MINUTE;
    const isAdmin = place.admins.includes(member.key);
    diary.note(joined, async () => {
      const user = String(town.resident(member.key).id);
      const caller = place.isPrivate ? place.owner : member.key;
      await town.call(caller, 'dialogs.join', { dialog_id: id(), user_id: user });
      if (!isAdmin) return;
      const role = { dialog_id: id(), user_id: Number(user), role: 'admin' as const };
      await town.call(place.owner, 'dialogs.setRole', role);
    });
  }
}

function notePrivate({ town, diary, now, dialogs }: Life, { key, owner, members }: Place): void {
  const [other = ''] = members;
  const both = neighbours.filter(({ key }) => key === owner || key === other);
  // Whoever would have come at night came in the morning.
  const made = Math.max(now - (DAYS - 1) * DAY + HOUR, ...both.map((person) => cameAt(person, now) + MINUTE));
  diary.note(made, async () => {
    const { ID } = await town.call(owner, 'dialogs.createPrivate', { user_id: town.resident(other).id });
    dialogs.set(key, ID);
  });
}
