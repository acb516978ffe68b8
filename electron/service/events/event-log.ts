import type { Statement } from 'better-sqlite3';
import type { Logger } from 'pino';
import { AppError } from '../../../shared/errors';
import { RATES } from '../../../shared/limits';
import type { Store } from '../../database/open';
import { recheckCaller, requireCaller } from '../access/access';
import type { Caller, Host, ReadContext } from '../context';
import type { PendingEvent, Publication } from '../dispatch';
import { classesOf, eventRecord } from './event-records';
import { findEventsHeard, findMarks, findOldestSeq, findWallHearers, type EventRow } from './queries';
import type { Lines } from './event-connections';
import { OpenLine } from './event-connections';
import { communityRecord } from '../community/records';
import { Presence } from './presence';
import type { Frame } from '../../../shared/events';
import { missedSince, Replays, requireRoom } from './replays';
import type { Line, ListenerOptions, Session } from '../session';
import { tellTyping } from './typing';

/** Delivering goes on for so many milliseconds before everybody else gets a turn. */
const PUMP_MS = 5;
/** A person's typing is passed on at most this often, in milliseconds. */
const TYPING_EVERY = 1000;

export interface FeedParts {
  store: Store;
  host: Host;
  log: string;
  /** The last committed number. */
  seq: number;
  now: () => number;
  logger: Logger;
  /** Whether calls are being answered. */
  isBusy: () => boolean;
}

/**
 * The outbox: numbers events in their transaction, delivers them after the commit to those who may hear them, and
 * replays what a line has missed. The audience is resolved when an event is read, never when it is written.
 */
export class Feed implements Publication {
  readonly lines: Lines;
  readonly #parts: FeedParts;
  readonly #presence: Presence;
  readonly #replays: Replays;
  readonly #insert: Statement;
  #appended: EventRow[] = [];
  #waiting: EventRow[] = [];
  #pumping: Promise<void> | null = null;
  /** The last committed number. */
  #seq: number;

  constructor(parts: FeedParts, lines: Lines) {
    this.#parts = parts;
    this.lines = lines;
    this.#presence = new Presence(lines, (caller) => this.contextOf(caller), parts.logger);
    this.#replays = new Replays({
      seq: () => this.#seq,
      read: ({ caller, isAdmin }, range) =>
        findEventsHeard(parts.store.reader, { person: caller.id, isAdmin }, range),
      record: ({ caller }, row) => eventRecord(this.contextOf(caller), row),
      isBusy: () => parts.isBusy() || this.#pumping !== null,
      logger: parts.logger,
    });
    const raw = parts.store.writer.raw;
    this.#insert = raw.prepare(
      `INSERT INTO event (type, scope_kind, scope_id, ref_kind, ref_id, actor_id, body, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#seq = parts.seq;
  }

  append(events: readonly PendingEvent[]): void {
    const at = this.#parts.now();
    for (const { type, scope, ref, actor, body = {} } of events) {
      const text = JSON.stringify(body);
      const { lastInsertRowid } = this.#insert.run(
        type,
        scope.kind,
        scope.id,
        ref.kind,
        ref.id,
        actor,
        text,
        at,
      );
      this.#appended.push({
        seq: Number(lastInsertRowid),
        type,
        scope_kind: scope.kind,
        scope_id: scope.id,
        ref_kind: ref.kind,
        ref_id: ref.id,
        actor_id: actor,
        body: text,
        created_at: at,
      });
    }
  }

  deliver(): void {
    if (this.#appended.length === 0) return;
    this.#seq = this.#appended.at(-1)?.seq ?? this.#seq;
    this.#waiting.push(...this.#appended);
    this.#appended = [];
    this.#pumping ??= this.#pump().finally(() => (this.#pumping = null));
  }

  /** Sends what the community says of itself to everyone who listens: nothing can be stored when it is read-only. */
  async announceCommunity(): Promise<void> {
    const [line] = this.lines.all();
    if (!line) return;
    try {
      const Community = await communityRecord(this.contextOf(line.caller));
      const frame = JSON.stringify({ Type: 'community', Community } satisfies Frame);
      for (const one of this.lines.all()) one.sendEncoded(frame);
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'the community could not be announced');
    }
  }

  drop(): void {
    this.#appended = [];
  }

  /**
   * Opens a line; throws `auth_failed`, `access_denied` for who is banned, and `rate_limit_exceeded` where the token has
   * too many of them or has replayed too often.
   */
  async listen(session: Session, options: ListenerOptions): Promise<Line> {
    const { store, host, now } = this.#parts;
    const caller = await store.read((db) => requireCaller(db, session.token, host.nowForAges()));
    const oldest = (await store.read(findOldestSeq)) ?? this.#seq + 1;
    requireRoom(this.lines, caller);
    const missed = missedSince(options, { log: this.#parts.log, oldest, seq: this.#seq });
    if (missed !== null && missed < this.#seq)
      host.shared.takeOf(`replays ${caller.tokenId}`, RATES.replaysPerMinute, 60);
    const line = new OpenLine(caller, options);
    this.lines.add(line);
    // A token that ended before the line was there could not end it.
    if (!(await store.read((db) => recheckCaller(db, caller)))) line.end(4401, 'signed out');
    const seq = this.#seq;
    line.cursor = seq;
    line.send({ Type: 'hello', Log: this.#parts.log, Seq: seq, Oldest: oldest, Time: now() });
    this.#resume(line, options, missed);
    if (host.shared.enter(caller.id, line.mark)) this.#presence.changed(caller.id);
    let typedAt = 0;
    return {
      command: (command) => {
        void this.#command(line, command, () => {
          const at = now() * 1000;
          // Either way: the clock may have been set back.
          if (Math.abs(at - typedAt) < TYPING_EVERY) return false;
          typedAt = at;
          return true;
        });
      },
      touch: () => void host.shared.enter(caller.id, line.mark),
      close: () => {
        line.closed = true;
        this.lines.remove(line);
        if (host.shared.exit(caller.id, line.mark, now())) this.#presence.changed(caller.id);
      },
    };
  }

  /** What a handler sees when it is run for this person, beside a call. */
  contextOf(caller: Caller): ReadContext {
    const { store, host, now } = this.#parts;
    return { ...host, db: store.reader, session: NO_SESSION, caller, now };
  }

  /** Waits until everything appended so far was delivered or replayed, and everybody who came or went was announced. */
  async settled(): Promise<void> {
    await this.#pumping;
    await this.#replays.settled();
    await this.#presence.settled();
  }

  /** The last committed number. */
  get seq(): number {
    return this.#seq;
  }

  #resume(line: OpenLine, options: ListenerOptions, missed: number | null): void {
    if (options.since === undefined) {
      line.live = true;
      return;
    }
    if (missed === null) {
      line.send({ Type: 'reset', Log: this.#parts.log, Seq: line.cursor });
      line.live = true;
      line.subscribe(line.caller.id);
      return;
    }
    // Who resumes was listening to something, and nothing may fall between the replay and the first subscription.
    line.subscribe(line.caller.id);
    line.cursor = missed;
    this.#replays.begin(line);
  }

  async #pump(): Promise<void> {
    while (this.#waiting.length > 0) {
      const rows = this.#waiting;
      this.#waiting = [];
      let begun = performance.now();
      for (const row of rows) {
        try {
          await this.#deliverOne(row);
        } catch (error) {
          this.#parts.logger.error({ err: error, seq: row.seq }, 'an event could not be delivered');
        }
        if (performance.now() - begun < PUMP_MS) continue;
        await new Promise(setImmediate);
        begun = performance.now();
      }
      await new Promise(setImmediate);
    }
  }

  async #deliverOne(row: EventRow): Promise<void> {
    const { lines, marks } = await this.#audienceOf(row);
    const byPerson = Map.groupBy(lines, (line) => line.caller.id);
    const [first] = lines;
    if (!first) return;
    const viewers = [...byPerson].map(([id, own]) => ({
      id,
      isAdmin: own[0]?.isAdmin ?? false,
      readId: marks?.get(id) ?? 0,
    }));
    for (const alike of (await classesOf(this.contextOf(first.caller), row, viewers)).values()) {
      const one = byPerson.get(alike[0]?.id ?? 0)?.[0];
      const event = one && (await eventRecord(this.contextOf(one.caller), row));
      if (!event) continue;
      const frame = JSON.stringify(event);
      for (const line of alike.flatMap((viewer) => byPerson.get(viewer.id) ?? [])) {
        line.cursor = row.seq;
        line.sendEncoded(frame);
      }
    }
  }

  /** The live lines that hear an event and whose people may, with the read marks of a dialog's members. */
  async #audienceOf(row: EventRow): Promise<{ lines: OpenLine[]; marks?: Map<number, number> }> {
    const ready = (line: OpenLine) => line.live && !line.closed && line.cursor < row.seq;
    if (row.scope_kind === 'person') return { lines: [...this.lines.of(row.scope_id)].filter(ready) };
    if (row.scope_kind === 'wall') {
      const hearing = [...this.lines.all()].filter((line) => ready(line) && line.hearsAll);
      if (hearing.length === 0) return { lines: [] };
      const people = [...new Set(hearing.map((line) => line.caller.id))];
      const hearers = await findWallHearers(this.#parts.store.reader, row, people);
      return { lines: hearing.filter((line) => hearers.has(line.caller.id)) };
    }
    if (row.scope_kind !== 'dialog') {
      const isOfAll = row.scope_kind === 'community';
      return { lines: [...this.lines.all()].filter((line) => ready(line) && (isOfAll || line.isAdmin)) };
    }
    const hearing = [...this.lines.all()].filter((line) => ready(line) && line.hears(row.scope_id));
    const people = [...new Set(hearing.map((line) => line.caller.id))];
    const marks = await findMarks(this.#parts.store.reader, row.scope_id, people);
    return { lines: hearing.filter((line) => marks.has(line.caller.id)), marks };
  }

  async #command(line: OpenLine, raw: unknown, mayType: () => boolean): Promise<void> {
    if (line.closed) return;
    try {
      const { command, category, thing_id: thing } = (raw ?? {}) as Record<string, unknown>;
      if (typeof thing !== 'number' || !Number.isSafeInteger(thing) || thing < 1) {
        throw new AppError('validation_error');
      }
      if (command === 'typing') {
        if (mayType()) await tellTyping(this.contextOf(line.caller), this.lines, thing);
      } else if ((command === 'subscribe' || command === 'unsubscribe') && category === 'dialog') {
        await this.#subscribe(line, command, thing);
      } else {
        throw new AppError('validation_error');
      }
    } catch (error) {
      if (!(error instanceof AppError)) this.#parts.logger.error({ err: error }, 'a command failed');
      line.send({ Type: 'error', detail: error instanceof AppError ? error.code : 'server_error' });
    }
  }

  async #subscribe(line: OpenLine, command: 'subscribe' | 'unsubscribe', thing: number): Promise<void> {
    if (command === 'unsubscribe') {
      line.unsubscribe(thing);
    } else {
      const own = thing === line.caller.id;
      const marks = own ? null : await findMarks(this.#parts.store.reader, thing, [line.caller.id]);
      if (marks?.size === 0) throw new AppError('not_found');
      line.subscribe(thing);
    }
    line.send({ Type: `${command}d`, category: 'dialog', thing_id: thing, Seq: this.#seq });
  }
}

const NO_SESSION: Session = { token: null, address: '', client: '' };
