import { contentFilters, type ContentFilter, type SearchCondition } from '../../shared/search';

/** A typed condition such as `from:olena` or `in:"Our yard"`, and where it stands in the text. */
export interface TypedCondition {
  name: SearchCondition;
  /** Without quotes. */
  value: string;
  start: number;
  end: number;
  /** Nothing more belongs to it: something follows, or its quotes are closed. */
  isClosed: boolean;
}

/** What is typed into the search: words, and conditions between them. */
export interface ParsedQuery {
  words: string;
  conditions: TypedCondition[];
}

/**
 * Finds the conditions in a text. Unknown names stay words, as does everything in quotes, so that a time or an address
 * can be searched for.
 */
export function parseQuery(text: string): ParsedQuery {
  const words: string[] = [];
  const conditions: TypedCondition[] = [];
  for (const { 0: token, index: start, groups } of text.matchAll(TOKEN)) {
    const name = NAMES.get(groups?.['name']?.toLocaleLowerCase() ?? '');
    const end = start + token.length;
    if (name === undefined) {
      words.push(token);
      continue;
    }
    const given = groups?.['value'] ?? '';
    const isQuoted = given.startsWith('"');
    const isEnded = isQuoted && given.length > 1 && given.endsWith('"');
    conditions.push({
      name,
      value: isQuoted ? given.slice(1, isEnded ? -1 : undefined) : given,
      start,
      end,
      isClosed: isEnded || end < text.length,
    });
  }
  return { words: words.join(' '), conditions };
}

/** Removes a condition from a text, and the space after it. */
export function withoutCondition(text: string, { start, end }: TypedCondition): string {
  return `${text.slice(0, start)}${text.slice(end).replace(/^\s/, '')}`.replace(/^\s+/, '');
}

/** Writes a condition as it is typed. */
export function conditionText(name: SearchCondition, value: string): string {
  return `${name}:${/\s/.test(value) ? `"${value.replaceAll('"', '')}"` : value}`;
}

/** The content that a value of `has:` names, in English or Ukrainian. */
export function contentFilterOf(value: string): ContentFilter | undefined {
  const name = value.toLocaleLowerCase();
  return contentFilters.find((filter) => CONTENT_NAMES[filter].includes(name));
}

/** The contents of which some name begins with what is typed. */
export function contentFiltersFor(typed: string): ContentFilter[] {
  const name = typed.toLocaleLowerCase();
  return contentFilters.filter((filter) => CONTENT_NAMES[filter].some((one) => one.startsWith(name)));
}

/**
 * Reads a day: `2026-03-31`, `31.03.2026`, `2026-03` and `2026` (their first days), `today` or `yesterday`. Returns it
 * as `2026-03-31`; undefined for anything else and for days that don't exist.
 */
export function parseDay(value: string, now = new Date()): string | undefined {
  const name = value.toLocaleLowerCase();
  if (TODAY.has(name)) return dayText(now);
  if (YESTERDAY.has(name)) return dayText(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1));
  const iso = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?$/.exec(name);
  if (iso) return existingDay(Number(iso[1]), Number(iso[2] ?? 1), Number(iso[3] ?? 1));
  const local = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(name);
  return local ? existingDay(Number(local[3]), Number(local[2]), Number(local[1])) : undefined;
}

/** When a day begins here, in Unix seconds. */
export function startOfDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return Math.floor(new Date(year, month - 1, date).getTime() / 1000);
}

/** A date as `2026-03-31`. */
export function dayText(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function existingDay(year: number, month: number, date: number): string | undefined {
  const day = new Date(year, month - 1, date);
  const exists = year >= 1970 && day.getMonth() === month - 1 && day.getDate() === date;
  return exists ? dayText(day) : undefined;
}

/** Quoted words, a name with a colon and a value, or a word. */
const TOKEN = /"[^"]*(?:"|$)|(?<name>\p{L}{1,10}):(?<value>"[^"]*(?:"|$)|[^\s"]*)|\S+/gu;

const NAMES = new Map<string, SearchCondition>(
  Object.entries({
    from: ['from', 'від'],
    in: ['in', 'у', 'в'],
    has: ['has', 'має', 'містить'],
    before: ['before', 'until', 'до'],
    after: ['after', 'since', 'після'],
  } satisfies Record<SearchCondition, string[]>).flatMap(([name, typed]) =>
    typed.map((one) => [one, name as SearchCondition] as const),
  ),
);

const CONTENT_NAMES: Record<ContentFilter, string[]> = {
  photo: ['photo', 'photos', 'image', 'images', 'фото', 'світлина'],
  video: ['video', 'videos', 'відео'],
  file: ['file', 'files', 'файл', 'файли'],
  track: ['track', 'tracks', 'music', 'audio', 'трек', 'треки', 'музика'],
  link: ['link', 'links', 'url', 'посилання'],
  post: ['post', 'posts', 'repost', 'допис', 'дописи'],
};

const TODAY = new Set(['today', 'сьогодні']);
const YESTERDAY = new Set(['yesterday', 'вчора', 'учора']);
