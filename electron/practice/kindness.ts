import { cameAt, membersOf, type Life } from './arrivals';
import { DAY, HOUR, MINUTE } from './calendar';
import { places } from './dialogs';
import { BANNED, MEMBER, neighbours, OWNER, type Neighbour } from './people';
import { between } from './random';

/** A present: from whom, to whom, what of the shop (its number), days ago, and what was written on it. */
const gifts: readonly (readonly [string, string, number, number, string])[] = [
  ['jonas', 'olena', 4, 41, 'For the first week. It was bread before it was pie.'],
  ['halyna', 'olena', 9, 33, 'Під вікно, де сонце. Поливати ввечері.'],
  ['emily', 'jonas', 2, 38, 'For Gustav. He has no vase, I know.'],
  ['stepan', 'halyna', 5, 30, 'Як тоді.'],
  ['marta', 'zoryana', 3, 28, 'За лисицю на дверях бібліотеки'],
  ['taras', 'priya', 10, 20, 'Golden foot, golden key.'],
  ['priya', 'oleh', 1, 19, 'Tea for the keeper. You let in two, I counted one.'],
  ['sofia', 'halyna', 6, 17, 'За терпіння до барабанів'],
  ['luca', 'bohdan', 1, 15, 'The jury is not corrupt, only thirsty.'],
  ['ivanka', 'zoryana', 7, 12, 'Від двійнят: за змія'],
  ['nina', 'viktor', 4, 11, 'За чеком'],
  ['olena', 'viktor', 8, 10, 'Щоб листя падало красиво'],
  ['andriy', 'olena', 1, 6, 'Після суботника'],
  ['daryna', 'mateusz', 3, 5, 'На другому куплеті я плакала вдруге'],
  ['aoife', 'nadiia', 1, 2, 'Until box no. 14 is found.'],
  ['olena', 'nadiia', 2, 2, 'Ласкаво просимо додому'],
  ['katya', 'jonas', 4, 1, 'Тепер ти дуже свіжий чоловік 😄'],
  ['zoryana', 'olena', 8, 1, 'На вечерю у дворі'],
];

/** They wait for the owner's answer. */
const REQUESTS = ['nadiia', 'pavlo', 'maksym'];

const OWN_FILES = ['minutes', 'plan', 'rota', 'notice', 'recipe', 'seeds'];

/** People become friends, give each other presents, and put their papers in order. */
export function noteKindness(life: Life): void {
  noteFriendships(life);
  for (const [from, to, item, ago, message] of gifts) {
    life.diary.note(life.now - ago * DAY - 3 * HOUR, async () => {
      await life.town.call(from, 'people.give', { user: to, item, message });
    });
  }
  // The owner's own drawers are to hold something too.
  life.diary.note(life.now - 14 * DAY, async () => {
    for (const name of OWN_FILES) await life.belongings.file(OWNER, name);
    for (const name of ['evening', 'river', 'pitch']) await life.belongings.video(OWNER, name);
  });
  life.diary.note(life.now - 10 * HOUR, async () => {
    await life.town.call(OWNER, 'people.readNotifications', {});
  });
}

/** Whoever shares small dialogs knows each other sooner or later; some only follow. */
function noteFriendships({ town, diary, now, random }: Life): void {
  const small = places.filter(({ members, type }) => members !== 'all' && type === 'group').map(membersOf);
  const people = neighbours.filter(({ key }) => key !== BANNED);
  people.forEach((one, index) => {
    for (const other of people.slice(index + 1)) {
      const shared = small.filter((members) => members.includes(one) && members.includes(other)).length;
      const chance = random();
      const asked = Math.max(cameAt(one, now), cameAt(other, now)) + between(2, 60, random) * HOUR;
      if (!isKnown(one, other) && chance > 0.12 + shared * 0.34) continue;
      if (isWaiting(one, other) || asked > now - DAY) continue;
      diary.note(asked, () => subscribe(other.key, one.key));
      if (chance < 0.9 || one.key === OWNER)
        diary.note(asked + 40 * MINUTE, () => subscribe(one.key, other.key));
    }
  });
  REQUESTS.forEach((key, index) => {
    diary.note(now - (index * 5 + 4) * HOUR, () => subscribe(key, OWNER));
  });

  async function subscribe(key: string, to: string): Promise<void> {
    await town.call(key, 'people.subscribe', { user: to, value: true });
  }
}

function isKnown(one: Neighbour, other: Neighbour): boolean {
  return [one.key, other.key].includes(OWNER) && [one.key, other.key].includes(MEMBER);
}

function isWaiting(one: Neighbour, other: Neighbour): boolean {
  const keys = [one.key, other.key];
  return keys.includes(OWNER) && keys.some((key) => REQUESTS.includes(key));
}
