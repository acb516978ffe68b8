import { z } from 'zod';
import { LIMITS } from '../limits';
import { read } from './endpoint';
import { Online } from './records';
import { flag, identifierOrNone, integerBetween, text } from './values';

/** A part of the community that a replica syncs as a unit. As text `KIND:ID`, with ID 0 for the community. */
export const SyncScope = z.object({ Kind: z.enum(['community', 'person', 'dialog', 'wall']), ID: z.int() });

/** The columns of a database row by name; binary columns are hexadecimal text. */
export const SyncColumns = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** A row as the caller may see it. */
export const SyncRow = z.object({ Table: z.string(), Row: SyncColumns });

/**
 * A changed row. `ID` is its primary key, columns joined by `:`. `Row` is null if the row was removed or the caller may
 * no longer see it. In table `scope` the ID is `KIND:ID`; a row means that the scope must be read from its beginning,
 * null that it must be deleted.
 */
export const SyncChange = z.object({
  Seq: z.int(),
  Table: z.string(),
  ID: z.string(),
  Row: SyncColumns.nullable(),
});

export const sync = {
  'sync.begin': read('GET /sync', {
    summary:
      'The parts of the community that a replica of the caller can hold. Changes are read from `Seq` of log `Log` on, after every page.',
    since: '1.1.0',
    input: z.object({}),
    output: z.object({
      Log: z.string(),
      Seq: z.int(),
      Oldest: z.int(),
      /** The number of the last migration: replicas with another number must be created again. */
      Schema: z.int(),
      Scopes: z.array(SyncScope),
    }),
  }),
  'sync.page': read('GET /sync/page', {
    summary:
      'Rows of one part of the community, newest first where that matters. A row of a message, post, comment or playlist comes before, and replaces, all rows that depend on it.',
    since: '1.1.0',
    input: z.object({
      scope: text(40).refine(isScope, 'must be KIND:ID'),
      after: text(60).refine(isCursor, 'must come from an earlier page').default(''),
      limit: integerBetween(1, LIMITS.syncPage).default(LIMITS.syncPage),
    }),
    output: z.object({ Rows: z.array(SyncRow), After: z.string(), More: z.boolean() }),
  }),
  'sync.changes': read('GET /sync/changes', {
    summary:
      'What changed since a number of the event log, as rows. `Reset` if the log is another one or no longer goes back so far: begin again.',
    since: '1.1.0',
    input: z.object({
      log: text(64),
      since: identifierOrNone(),
      limit: integerBetween(1, LIMITS.syncChanges).default(LIMITS.syncChanges),
      online: flag()
        .default(false)
        .describe(
          'Whether to answer who of those whom the caller knows is online, and when the others were last whom they follow or have a private chat with: events tell only of changes.',
        ),
    }),
    output: z.union([
      z.object({
        Seq: z.int(),
        Changes: z.array(SyncChange),
        More: z.boolean(),
        Online: z.array(z.object({ User: z.int(), Online })).optional(),
      }),
      z.object({ Reset: z.literal(true), Log: z.string(), Seq: z.int() }),
    ]),
  }),
} as const;

export type SyncScope = z.infer<typeof SyncScope>;
export type SyncRow = z.infer<typeof SyncRow>;
export type SyncChange = z.infer<typeof SyncChange>;

/** Parses `KIND:ID`; undefined if it has another form. */
export function scopeOf(value: string): SyncScope | undefined {
  const [kind, id] = value.split(':');
  const parsed = SyncScope.safeParse({
    Kind: kind,
    ID: /^\d{1,16}$/.test(id ?? '') ? Number(id) : undefined,
  });
  return parsed.success && value === `${kind}:${id}` ? parsed.data : undefined;
}

/** Parses the cursor of a page: the section of its scope, and the ID in it after which the next page starts, if any. */
export function parseCursor(cursor: string): { section: number; after: number | null } {
  const [section = '', id = ''] = cursor.split('.');
  return { section: Number(section) || 0, after: id === '' ? null : Number(id) };
}

function isScope(value: string): boolean {
  return scopeOf(value) !== undefined;
}

function isCursor(value: string): boolean {
  return /^(\d{1,2}\.\d{0,16})?$/.test(value);
}
