import type { DemoPerson } from '../people-data';
import { pick, shuffled, type Random } from './random';
import { slots } from '../slot-data';

/**
 * A script. Syntax: each line begins with its speaker, A to E; `^` after the speaker makes the line a reply to the
 * previous one. `(one|other)` picks one of several wordings. `{A}` is a speaker's name, `{A!}` their name in the
 * vocative, `{@A}` their tag. `{said/said}` depends on whether the speaker is a man or a woman, `{B:he/she}` on whether
 * B is. `{day}` and similar slots are drawn from slots.json, once per conversation (`{day'}` draws another value). The
 * content of `[]` is attached to the message: `+👍3` adds three reactions, and there are `photo:cat`, `file:rota`,
 * `track:lift`, `video:kite` and `edited`. An optional first line that begins with @ gives notes: `@ A=halyna` casts
 * Halyna as A; posts have `on` (the owner of the wall), `id`, and `repost` (the `id` of the reposted post).
 */
export interface Script {
  language: Language;
  lines: readonly ScriptLine[];
  /** The number of speakers. */
  speakers: number;
  /** The notes of the first line that begins with @, by name. */
  notes: Readonly<Record<string, string>>;
}

export interface ScriptLine {
  /** 0 for A. */
  speaker: number;
  isAnswer: boolean;
  text: string;
  extras: readonly string[];
}

export type Language = 'en' | 'uk';

/** The name of a collection of conversations: its language and subject. */
export type ConversationDeck = `${Language} ${string}`;

/** A line that is ready to be sent. */
export interface PlayedLine {
  by: DemoPerson;
  isAnswer: boolean;
  text: string;
  photos: string[];
  file: string | undefined;
  track: string | undefined;
  video: string | undefined;
  isEdited: boolean;
  /** Each emoji with the number of people who react with it. */
  reactions: readonly (readonly [emoji: string, count: number])[];
}

/** Parses conversations, each given as its lines. Throws for a malformed line. */
export function readScripts(conversations: readonly (readonly string[])[], language: Language): Script[] {
  return conversations.map((lines) => readScript(lines, language));
}

function readScript([first = '', ...others]: readonly string[], language: Language): Script {
  const hasNotes = first.startsWith('@ ');
  const lines = (hasNotes ? others : [first, ...others]).map(readLine);
  const said = lines.map(({ text }) => text).join('\n');
  const named = [...said.matchAll(/\{@?([A-E])(?:[!:][^}]*)?\}/gu)].map(([, letter = '']) =>
    LETTERS.indexOf(letter),
  );
  return {
    language,
    lines,
    speakers: 1 + Math.max(...lines.map(({ speaker }) => speaker), ...named),
    notes: hasNotes
      ? Object.fromEntries(
          first
            .slice(2)
            .split(' ')
            .map((note) => note.split('=')),
        )
      : {},
  };
}

function readLine(line: string): ScriptLine {
  const [, letter = '', caret, text = '', extras = ''] =
    /^([A-E])(\^)?: (.+?)(?: \[([^\]]+)\])?$/u.exec(line) ?? [];
  if (letter === '') throw new Error(`this is no line of a script: ${line}`);
  return {
    speaker: LETTERS.indexOf(letter),
    isAnswer: caret !== undefined,
    text,
    extras: extras.split(' ').filter(Boolean),
  };
}

/** Returns the lines of a script as spoken by a cast. */
export function play(script: Script, cast: readonly DemoPerson[], random: Random): PlayedLine[] {
  const drawn = new Map<string, string>();
  return script.lines.flatMap((line) => {
    const by = cast[line.speaker];
    if (!by) return [];
    const chosen = line.text.replace(/\(([^()]*\|[^()]*)\)/gu, (_, ways: string) =>
      pick(ways.split('|'), random),
    );
    const text = fill(chosen, by, cast, script.language, drawn, random);
    return [{ by, isAnswer: line.isAnswer, text: tidy(text), ...extrasOf(line.extras) }];
  });
}

/** Returns the name that a person is called in a language. */
export function nameIn({ called: [en, uk] }: DemoPerson, language: Language): string {
  return language === 'en' ? en : uk;
}

const LETTERS = 'ABCDE';

function fill(
  text: string,
  by: DemoPerson,
  cast: readonly DemoPerson[],
  language: Language,
  drawn: Map<string, string>,
  random: Random,
): string {
  return text.replace(/\{([^{}]+)\}/gu, (_, sign: string) => {
    const [, at = '', letter, end = ''] = /^(@?)([A-E])(!|:.+)?$/u.exec(sign) ?? [];
    const person = letter === undefined ? undefined : cast[LETTERS.indexOf(letter)];
    if (person) {
      if (at) return `@${person.key}`;
      if (end === '!') return language === 'uk' ? person.called[2] : person.called[0];
      if (end) return bySex(end.slice(1), person);
      return nameIn(person, language);
    }
    if (sign.includes('/')) return bySex(sign, by);
    return drawnOnce(sign, language, drawn, random);
  });
}

function bySex(ways: string, { sex }: DemoPerson): string {
  const [man = '', woman = man] = ways.split('/');
  return sex === 'm' ? man : woman;
}

function drawnOnce(sign: string, language: Language, drawn: Map<string, string>, random: Random): string {
  const known = drawn.get(sign);
  if (known !== undefined) return known;
  const other = drawn.get(sign.replace(/'$/, ''));
  const ways = slots[language][sign.replace(/'$/, '')];
  if (!ways) throw new Error(`there is no slot {${sign}}`);
  const value = pick(
    ways.filter((way) => way !== other),
    random,
  );
  drawn.set(sign, value);
  return value;
}

/** Removes extra spaces left by empty slots, and capitalizes the first letter. */
function tidy(text: string): string {
  const clean = text
    .replace(/\s+/g, ' ')
    .replace(/ ([,.?!])/g, '$1')
    .trim();
  return clean.charAt(0).toUpperCase() + clean.slice(1);
}

function extrasOf(extras: readonly string[]): Omit<PlayedLine, 'by' | 'isAnswer' | 'text'> {
  const after = (sign: string) =>
    extras.filter((extra) => extra.startsWith(sign)).map((extra) => extra.slice(sign.length));
  return {
    photos: after('photo:'),
    file: after('file:')[0],
    track: after('track:')[0],
    video: after('video:')[0],
    isEdited: extras.includes('edited'),
    reactions: after('+').map((sign) => {
      const [, emoji = '', count = '1'] = /^(.+?)(\d+)?$/u.exec(sign) ?? [];
      return [emoji, Number(count)] as const;
    }),
  };
}

/**
 * Draws a cast of people who write the script's language; nobody plays two parts. Returns null if there are too few
 * people.
 */
export function castOf(
  { language, speakers, notes }: Script,
  members: readonly DemoPerson[],
  random: Random,
): readonly DemoPerson[] | null {
  const named = LETTERS.slice(0, speakers)
    .split('')
    .map((letter) => members.find(({ key }) => key === notes[letter]));
  const able = members.filter(({ writes }) => writes === 'both' || writes === language);
  const others = shuffled(
    able.filter((one) => !named.includes(one)),
    random,
  );
  const cast = named.flatMap((one, part) => {
    if (!one && notes[LETTERS.charAt(part)] !== undefined) return [];
    return one ?? others.pop() ?? [];
  });
  return cast.length === speakers ? cast : null;
}
