import type { Input } from '../../shared/contract';
import { cameAt, membersOf, type Life } from './arrivals';
import { DAY, HOUR, MINUTE, sessionsUntil, type Session } from './calendar';
import { scriptsOf } from './decks';
import { places, type Place } from './dialogs';
import { finales, type Finale } from './finales';
import { ABOUT, OWNER, type Neighbour } from './people';
import { between, pickSome, randomFrom, shuffled, type Random } from './random';
import { castOf, play, readScripts, type Deck, type Said, type Script } from './script';

/** Everything that is said in the dialogs: about so many messages, and how each of them ends. */
export function noteTalk(life: Life, messages: number): void {
  const sessions = sessionsUntil(life.now, life.random);
  for (const place of places) {
    const random = randomFrom(between(1, 1_000_000, life.random));
    const finale = finales.find((one) => one.place === place.key);
    if (!finale) throw new Error(`${place.key} never ends`);
    noteSmallTalk({ ...life, random }, place, sessions, finale, Math.ceil(place.share * messages));
    noteFinale({ ...life, random }, place, finale);
  }
}

/** What is said in the dialogs, line after line and without an end; the same for the same draws. */
export function* smallTalk(random: Random): Generator<Said, never> {
  for (;;) {
    for (const place of places) {
      for (const script of drawTalks(place, LINES_AT_ONCE, random)) {
        const cast = castOf(script, membersOf(place), random);
        if (cast) yield* play(script, cast, random);
      }
    }
  }
}

/** So many lines of one dialog come before those of the next. */
const LINES_AT_ONCE = 200;

/** Conversations one after the other, spread over the sessions, until there are enough lines. */
function noteSmallTalk(
  life: Life,
  place: Place,
  sessions: readonly Session[],
  finale: Finale,
  wanted: number,
): void {
  const { now, random } = life;
  const open = sessions.filter(({ ago }) => ago < openingOf(place) && ago > finale.ago * MINUTE + 2 * HOUR);
  const ends = now - finale.ago * MINUTE - 20 * MINUTE;
  const talks = drawTalks(place, wanted, random);
  let free = 0;
  talks.forEach((script, index) => {
    const session = open[Math.floor((index * open.length) / talks.length)];
    if (!session) return;
    const cast = castOf(script, writersOf(place, session.ago), random);
    if (!cast) return;
    const said = play(script, cast, random);
    const beats = Math.max(0, Math.ceil((free - session.begins) / session.beat));
    const begins = session.begins + beats * session.beat;
    const at = (line: number) => begins + line * session.beat;
    free = at(said.length + 2);
    if (free < ends) noteConversation(life, place, said, at);
  });
}

/** Who writes in a dialog a while after they came, so many seconds ago. */
function writersOf(place: Place, ago: number): readonly Neighbour[] {
  return membersOf(place).filter(
    ({ key, came }) => came * DAY > ago + DAY && (place.type !== 'channel' || isWriter(place, key)),
  );
}

/** How many seconds ago most of its people were there. */
function openingOf(place: Place): number {
  const days = membersOf(place)
    .map(({ came }) => came)
    .sort((one, other) => other - one);
  return ((days[Math.min(3, days.length - 1)] ?? 0) - 1) * DAY;
}

function isWriter({ owner, admins }: Place, key: string): boolean {
  return owner === key || admins.includes(key);
}

/**
 * Each deck is gone through before any of it comes again, and then what was talked about last comes last: the same talk
 * never comes twice in a while.
 */
function drawTalks(place: Place, wanted: number, random: Random): Script[] {
  const decks = new Map<Deck, { left: Script[]; told: Script[] }>();
  const talks: Script[] = [];
  for (let lines = 0, turn = 0; lines < wanted; turn++) {
    const name = place.decks[turn % place.decks.length] as Deck;
    const deck = decks.get(name) ?? { left: shuffled(scriptsOf(name), random), told: [] };
    decks.set(name, deck);
    if (deck.left.length === 0) {
      const half = Math.floor(deck.told.length / 2);
      deck.left = [...shuffled(deck.told.slice(half), random), ...shuffled(deck.told.slice(0, half), random)];
      deck.told = [];
    }
    const script = deck.left.pop();
    if (!script) break;
    deck.told.push(script);
    talks.push(script);
    lines += script.lines.length;
  }
  return talks;
}

function noteFinale(life: Life, place: Place, finale: Finale): void {
  const { town, now, random, diary, dialogs } = life;
  const [script] = readScripts(finale.text, 'en');
  const cast = script && castOf(script, membersOf(place), random);
  if (!script || !cast) throw new Error(`nobody plays the end of ${place.key}`);
  const ends = now - finale.ago * MINUTE;
  const said = play(script, cast, random);
  const gaps = said.map(() => between(12, finale.ago < 5 ? 40 : 170, random));
  const at = (line: number) => ends - gaps.slice(line + 1).reduce((sum, gap) => sum + gap, 0);
  noteConversation(life, place, said, at);
  const lastRead = said.length - finale.unread - 1;
  const readers = aboutAt(ends, now, membersOf(place)).filter(({ key }) => key !== OWNER);
  noteReading(life, place, [OWNER], at(lastRead) + 4);
  noteReading(life, place, pickSome(readers, Math.ceil(readers.length * 0.55), random).map(keyOf), ends + 9);
  const early = pickSome(membersOf(place), Math.ceil(membersOf(place).length * 0.7), random)
    .map(keyOf)
    .filter((key) => key !== OWNER);
  noteReading(life, place, early, Math.min(at(0), now - HOUR) - HOUR);
  const deaf = pickSome(
    readers.filter(({ came }) => came > 10),
    2,
    random,
  );
  diary.note(now - 9 * DAY, async () => {
    const dialog_id = dialogs.get(place.key) ?? 0;
    if (['yard', 'with jonas'].includes(place.key))
      await town.call(OWNER, 'dialogs.pin', { dialog_id, value: true });
    if (place.key === 'football') await town.call(OWNER, 'dialogs.mute', { dialog_id, value: true });
    for (const { key } of deaf) {
      await town.call(key, 'dialogs.mute', { dialog_id, value: true });
    }
  });
}

/** Who may have looked in at a time. */
function aboutAt(at: number, now: number, people: readonly Neighbour[]): readonly Neighbour[] {
  return at < now - HOUR ? people : people.filter(({ key }) => ABOUT.has(key));
}

function keyOf({ key }: Neighbour): string {
  return key;
}

function noteReading({ town, diary, dialogs, last }: Life, place: Place, keys: string[], at: number): void {
  for (const key of keys) {
    diary.note(at, async () => {
      const message = last.get(place.key);
      if (message === undefined) return;
      await town.call(key, 'dialogs.read', { dialog_id: dialogs.get(place.key) ?? 0, message });
    });
  }
}

/** The lines of a conversation with what hangs on them; `at` gives the second of a line by its number. */
function noteConversation(
  life: Life,
  place: Place,
  said: readonly Said[],
  at: (line: number) => number,
): void {
  const { town, diary, dialogs, last } = life;
  // How many draws others need must not change what is said next.
  const random = randomFrom(between(1, 1_000_000, life.random));
  const reacting = { ...life, random: randomFrom(between(1, 1_000_000, life.random)) };
  const sent: number[] = [];
  said.forEach((line, index) => {
    const slip = random() < SLIPS && line.photos.length === 0 ? slipOf(line.text, random) : line.text;
    const scenes = line.photos.map((scene) => `${scene} ${between(1, 4, random)}`);
    diary.note(at(index), async () => {
      const answered = line.isAnswer ? sent[index - 1] : undefined;
      const { ID } = await town.call(line.by.key, 'dialogs.send', {
        dialog_id: dialogs.get(place.key) ?? 0,
        text: slip,
        ...(answered !== undefined && { replyTo: answered }),
        ...(await carriedBy(life, line, scenes)),
      });
      sent[index] = ID;
      last.set(place.key, ID);
    });
    const later = at(index) + Math.min(25, Math.max(2, Math.floor((at(index + 1) - at(index)) / 2)));
    if (slip !== line.text) {
      diary.note(later, async () => {
        await town.call(line.by.key, 'dialogs.editMessage', {
          message_id: sent[index] ?? 0,
          text: line.text,
        });
      });
    }
    noteReactions(reacting, place, line, later, () => sent[index] ?? 0);
  });
}

/** One message in so many is sent with a slip of the finger, and mended. */
const SLIPS = 0.015;

/** Two letters of the text change places. */
function slipOf(text: string, random: Random): string {
  const letters = [...text];
  const at = between(1, Math.max(1, letters.length - 4), random);
  [letters[at], letters[at + 1]] = [letters[at + 1] ?? '', letters[at] ?? ''];
  return letters.join('');
}

function noteReactions(
  { town, diary, random, now }: Life,
  place: Place,
  { by, reactions }: Said,
  at: number,
  message: () => number,
): void {
  const settled = membersOf(place).filter((member) => member !== by && cameAt(member, now) < at - DAY);
  const others = aboutAt(at, now, settled);
  for (const [emoji, count] of reactions) {
    for (const { key } of pickSome(others, count, random)) {
      diary.note(at, async () => {
        await town.call(key, 'dialogs.react', { message_id: message(), emoji });
      });
    }
  }
}

/** What a message or a post carries beside its words. */
export async function carriedBy(
  { belongings }: Life,
  { by, file, track, video }: Said,
  scenes: readonly string[],
): Promise<Pick<Input<'dialogs.send'>, 'photos_list' | 'attachments'>> {
  const photos = await Promise.all(scenes.map((words) => belongings.photo(by.key, words)));
  const attachments: NonNullable<Input<'dialogs.send'>['attachments']> = [];
  if (file !== undefined) attachments.push({ Type: 'file', Item: await belongings.file(by.key, file) });
  if (track !== undefined) attachments.push({ Type: 'track', Item: await belongings.track(track) });
  if (video !== undefined) attachments.push({ Type: 'video', Item: await belongings.video(by.key, video) });
  return {
    ...(photos.length > 0 && { photos_list: photos }),
    ...(attachments.length > 0 && { attachments }),
  };
}
