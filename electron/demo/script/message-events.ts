import type { Input } from '../../../shared/contract';
import { demoCommunity } from '../community-data';
import { cameAt, membersOf, type DemoContext } from './arrival-events';
import { DAY, HOUR, MINUTE, sessionsUntil, type TalkSession } from './session-calendar';
import { demoDialogs, type DemoDialog } from '../dialog-data';
import { lastConversations, scriptsOf, type LastConversation } from '../conversation-data';
import type { DemoPerson } from '../people-data';
import { between, pickSome, randomFrom, shuffled, type Random } from './random';
import {
  castOf,
  play,
  readScripts,
  type ConversationDeck,
  type PlayedLine,
  type Script,
} from './script-parser';

/** Schedules about `messages` messages, and the last conversation of each dialog. */
export function scheduleMessages(context: DemoContext, messages: number): void {
  const sessions = sessionsUntil(context.now, context.random);
  for (const dialog of demoDialogs) {
    const random = randomFrom(between(1, 1_000_000, context.random));
    const ending = lastConversations.find((one) => one.dialog === dialog.key);
    if (!ending) throw new Error(`last-conversations.json has nothing for ${dialog.key}`);
    scheduleSmallTalk({ ...context, random }, dialog, sessions, ending, Math.ceil(dialog.share * messages));
    scheduleLastConversation({ ...context, random }, dialog, ending);
  }
}

/** Yields endless lines of conversations; the same ones for the same random numbers. */
export function* smallTalk(random: Random): Generator<PlayedLine, never> {
  for (;;) {
    for (const dialog of demoDialogs) {
      for (const script of drawTalks(dialog, LINE_BATCH, random)) {
        const cast = castOf(script, membersOf(dialog), random);
        if (cast) yield* play(script, cast, random);
      }
    }
  }
}

/** The number of lines taken from one dialog before the next dialog's turn. */
const LINE_BATCH = 200;

/** Schedules conversations one after the other, spread over the sessions, until there are enough lines. */
function scheduleSmallTalk(
  context: DemoContext,
  dialog: DemoDialog,
  sessions: readonly TalkSession[],
  ending: LastConversation,
  wanted: number,
): void {
  const { now, random } = context;
  const open = sessions.filter(
    ({ ago }) => ago < openingOf(dialog) && ago > ending.minutesAgo * MINUTE + 2 * HOUR,
  );
  const ends = now - ending.minutesAgo * MINUTE - 20 * MINUTE;
  const talks = drawTalks(dialog, wanted, random);
  let free = 0;
  talks.forEach((script, index) => {
    const session = open[Math.floor((index * open.length) / talks.length)];
    if (!session) return;
    const cast = castOf(script, writersOf(dialog, session.ago), random);
    if (!cast) return;
    const lines = play(script, cast, random);
    const beats = Math.max(0, Math.ceil((free - session.begins) / session.beat));
    const begins = session.begins + beats * session.beat;
    const at = (line: number) => begins + line * session.beat;
    free = at(lines.length + 2);
    if (free < ends) scheduleConversation(context, dialog, lines, at);
  });
}

/**
 * Returns the people who can write in a dialog at a time given in seconds before now: those who registered a while
 * earlier.
 */
function writersOf(dialog: DemoDialog, ago: number): readonly DemoPerson[] {
  return membersOf(dialog).filter(
    ({ key, came }) => came * DAY > ago + DAY && (dialog.type !== 'channel' || isWriter(dialog, key)),
  );
}

/** Returns how many seconds ago small talk in a dialog begins: a day after its fourth member registered. */
function openingOf(dialog: DemoDialog): number {
  const days = membersOf(dialog)
    .map(({ came }) => came)
    .sort((one, other) => other - one);
  return ((days[Math.min(3, days.length - 1)] ?? 0) - 1) * DAY;
}

function isWriter({ owner, admins }: DemoDialog, key: string): boolean {
  return owner === key || admins.includes(key);
}

/**
 * Draws conversations for a dialog. Each deck is used up before any of it repeats. Conversations used last come last in
 * the next pass, so that none repeats soon.
 */
function drawTalks(dialog: DemoDialog, wanted: number, random: Random): Script[] {
  const decks = new Map<ConversationDeck, { left: Script[]; told: Script[] }>();
  const talks: Script[] = [];
  for (let lines = 0, turn = 0; lines < wanted; turn++) {
    const name = dialog.decks[turn % dialog.decks.length] as ConversationDeck;
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

function scheduleLastConversation(context: DemoContext, dialog: DemoDialog, ending: LastConversation): void {
  const { client, now, random, schedule, dialogs } = context;
  const [script] = readScripts([ending.lines], 'en');
  const cast = script && castOf(script, membersOf(dialog), random);
  if (!script || !cast) throw new Error(`the last conversation of ${dialog.key} has no cast`);
  const ends = now - ending.minutesAgo * MINUTE;
  const lines = play(script, cast, random);
  const gaps = lines.map(() => between(12, ending.minutesAgo < 5 ? 40 : 170, random));
  const at = (line: number) => ends - gaps.slice(line + 1).reduce((sum, gap) => sum + gap, 0);
  scheduleConversation(context, dialog, lines, at);
  const lastRead = lines.length - ending.unread - 1;
  const readers = aboutAt(ends, now, membersOf(dialog)).filter(({ key }) => key !== demoCommunity.owner);
  scheduleReading(context, dialog, [demoCommunity.owner], at(lastRead) + 4);
  scheduleReading(
    context,
    dialog,
    pickSome(readers, Math.ceil(readers.length * 0.55), random).map(keyOf),
    ends + 9,
  );
  const early = pickSome(membersOf(dialog), Math.ceil(membersOf(dialog).length * 0.7), random)
    .map(keyOf)
    .filter((key) => key !== demoCommunity.owner);
  scheduleReading(context, dialog, early, Math.min(at(0), now - HOUR) - HOUR);
  const deaf = pickSome(
    readers.filter(({ came }) => came > 10),
    2,
    random,
  );
  schedule.add(now - 9 * DAY, async () => {
    const dialog_id = dialogs.get(dialog.key) ?? 0;
    if (['yard', 'with jonas'].includes(dialog.key))
      await client.call(demoCommunity.owner, 'dialogs.pin', { dialog_id, value: true });
    if (dialog.key === 'football')
      await client.call(demoCommunity.owner, 'dialogs.mute', { dialog_id, value: true });
    for (const { key } of deaf) {
      await client.call(key, 'dialogs.mute', { dialog_id, value: true });
    }
  });
}

/** Returns the people who can be online at a time. */
function aboutAt(at: number, now: number, people: readonly DemoPerson[]): readonly DemoPerson[] {
  return at < now - HOUR
    ? people
    : people.filter(({ key }) => demoCommunity.activeInTheLastHour.includes(key));
}

function keyOf({ key }: DemoPerson): string {
  return key;
}

function scheduleReading(
  { client, schedule, dialogs, last }: DemoContext,
  dialog: DemoDialog,
  keys: string[],
  at: number,
): void {
  for (const key of keys) {
    schedule.add(at, async () => {
      const message = last.get(dialog.key);
      if (message === undefined) return;
      await client.call(key, 'dialogs.read', { dialog_id: dialogs.get(dialog.key) ?? 0, message });
    });
  }
}

/**
 * Schedules the lines of a conversation with their attachments and reactions. `at` returns the second of a line by its
 * index.
 */
function scheduleConversation(
  context: DemoContext,
  dialog: DemoDialog,
  lines: readonly PlayedLine[],
  at: (line: number) => number,
): void {
  const { client, schedule, dialogs, last } = context;
  // A separate generator, so that the number of draws here doesn't change the conversations that follow.
  const random = randomFrom(between(1, 1_000_000, context.random));
  const reacting = { ...context, random: randomFrom(between(1, 1_000_000, context.random)) };
  const sent: number[] = [];
  lines.forEach((line, index) => {
    const slip = random() < TYPO_SHARE && line.photos.length === 0 ? slipOf(line.text, random) : line.text;
    const scenes = line.photos.map((scene) => `${scene} ${between(1, 4, random)}`);
    schedule.add(at(index), async () => {
      const answered = line.isAnswer ? sent[index - 1] : undefined;
      const { ID } = await client.call(line.by.key, 'dialogs.send', {
        dialog_id: dialogs.get(dialog.key) ?? 0,
        text: slip,
        ...(answered !== undefined && { replyTo: answered }),
        ...(await carriedBy(context, line, scenes)),
      });
      sent[index] = ID;
      last.set(dialog.key, ID);
    });
    const later = at(index) + Math.min(25, Math.max(2, Math.floor((at(index + 1) - at(index)) / 2)));
    if (slip !== line.text) {
      schedule.add(later, async () => {
        await client.call(line.by.key, 'dialogs.editMessage', {
          message_id: sent[index] ?? 0,
          text: line.text,
        });
      });
    }
    scheduleReactions(reacting, dialog, line, later, () => sent[index] ?? 0);
  });
}

/** The share of messages that are sent with a typo and then corrected. */
const TYPO_SHARE = 0.015;

/** Returns a text with two neighbouring letters swapped. */
function slipOf(text: string, random: Random): string {
  const letters = [...text];
  const at = between(1, Math.max(1, letters.length - 4), random);
  [letters[at], letters[at + 1]] = [letters[at + 1] ?? '', letters[at] ?? ''];
  return letters.join('');
}

function scheduleReactions(
  { client, schedule, random, now }: DemoContext,
  dialog: DemoDialog,
  { by, reactions }: PlayedLine,
  at: number,
  message: () => number,
): void {
  const settled = membersOf(dialog).filter((member) => member !== by && cameAt(member, now) < at - DAY);
  const others = aboutAt(at, now, settled);
  for (const [emoji, count] of reactions) {
    for (const { key } of pickSome(others, count, random)) {
      schedule.add(at, async () => {
        await client.call(key, 'dialogs.react', { message_id: message(), emoji });
      });
    }
  }
}

/** Returns the attachments of a message or a post. */
export async function carriedBy(
  { media }: DemoContext,
  { by, file, track, video }: PlayedLine,
  scenes: readonly string[],
): Promise<Pick<Input<'dialogs.send'>, 'photos_list' | 'attachments'>> {
  const photos = await Promise.all(scenes.map((words) => media.photo(by.key, words)));
  const attachments: NonNullable<Input<'dialogs.send'>['attachments']> = [];
  if (file !== undefined) attachments.push({ Type: 'file', Item: await media.file(by.key, file) });
  if (track !== undefined) attachments.push({ Type: 'track', Item: await media.track(track) });
  if (video !== undefined) attachments.push({ Type: 'video', Item: await media.video(by.key, video) });
  return {
    ...(photos.length > 0 && { photos_list: photos }),
    ...(attachments.length > 0 && { attachments }),
  };
}
