import { setImmediate as pause } from 'node:timers/promises';
import { LIMITS } from '../../../../shared/limits';
import type { ReadContext } from '../../context';
import type { ExportedList } from '../../../../shared/texts/data-export';
import type { ExportLocale } from './export-locale';
import { jsonArray } from './json';
import { pageOf, tableOf } from './page';

/** One list of an export: the name and generators of its two files. */
export interface Section {
  name: ExportedList;
  json: (ctx: ReadContext) => AsyncIterable<string>;
  page: (ctx: ReadContext, locale: ExportLocale) => AsyncIterable<string>;
}

/** Before the newest of a list that is read from there. */
export const NEWEST = Number.MAX_SAFE_INTEGER;
/** Records read before other work gets a turn. */
export const BATCH_SIZE = LIMITS.pageMax;

interface SectionOptions<T> {
  name: ExportedList;
  /** Reads the records in batches. */
  read: (ctx: ReadContext) => AsyncIterable<readonly T[]>;
  /** The cells of a table row. */
  cells: (record: T, locale: ExportLocale) => string[];
}

/** Builds a section whose page is a table. */
export function section<T>({ name, read, cells }: SectionOptions<T>): Section {
  async function* rows(ctx: ReadContext, locale: ExportLocale): AsyncGenerator<string[]> {
    for await (const batch of read(ctx)) yield* batch.map((record) => cells(record, locale));
  }
  return {
    name,
    json: (ctx) => jsonArray(read(ctx)),
    page: (ctx, locale) => {
      const { title, headings } = locale.texts.lists[name];
      return pageOf(locale, { title }, tableOf(locale, headings, rows(ctx, locale)));
    },
  };
}

/** Reads batches until there is no `next`; `last` is where the previous batch ended. */
export async function* inBatches<T>(
  read: (last: number | undefined, step: number) => Promise<{ rows: readonly T[]; next: number | undefined }>,
): AsyncGenerator<readonly T[]> {
  let last: number | undefined;
  for (let step = 0; ; step++) {
    const { rows, next } = await read(last, step);
    yield rows;
    if (next === undefined) return;
    last = next;
    await pause();
  }
}

/** Where a batch of rows ends. */
export function lastOf(rows: readonly { id: number }[]): number | undefined {
  return rows.at(-1)?.id;
}

/** The full name of a person. */
export function nameOf(person: { Name: string; Surname: string }): string {
  return `${person.Name} ${person.Surname}`.trim();
}
