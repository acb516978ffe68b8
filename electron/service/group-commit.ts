import type { Logger } from 'pino';
import type { Db, Store } from '../database/open';
import type { Caller, Context, ServiceParts } from './context';
import type { EventPublisher, PendingEvent } from './dispatch';
import type { Identifiers } from './identifiers';
import { queueLetter } from './mail/outbox';
import type { MessageIndexer } from './search/message-indexer';
import { SearchMerger } from './search/search-merger';
import type { Session } from './session';
import type { Commit, WriteCollector } from './write-collector';

/** What GroupCommit writes to, and whom it notifies after a commit. */
export interface GroupCommitOptions {
  store: Store;
  parts: ServiceParts;
  publisher: EventPublisher;
  ids: Pick<Identifiers, 'next' | 'save'>;
  messageIndex: MessageIndexer;
  /** Unix seconds. */
  now: () => number;
  logger: Logger;
  /** Called after a commit that queued email. */
  onMailQueued: () => void;
}

/**
 * Collects what the writes of one transaction leave for its end and for after the commit: events, full-text entries,
 * changes in memory and email.
 */
export class GroupCommit implements WriteCollector {
  readonly #options: GroupCommitOptions;
  #group = emptyGroup();
  readonly #merger = new SearchMerger();

  constructor(options: GroupCommitOptions) {
    this.#options = options;
    options.store.writer.hooks = {
      beforeCommit: () => this.#beforeCommit(),
      afterCommit: () => this.#afterCommit(),
      afterRollback: () => {
        this.#group = emptyGroup();
        options.messageIndex.rolledBack();
        options.publisher.discard();
      },
    };
  }

  /** Runs a write inside a transaction. The `seq` of the returned commit is known once the transaction is committed. */
  async collect<T>(
    { db, session, caller }: { db: Db; session: Session; caller: Caller | null },
    write: (ctx: Context) => T | Promise<T>,
  ): Promise<{ value: T; commit: Commit }> {
    const { parts, now, ids } = this.#options;
    const pending = emptyGroup();
    const value = await write({
      ...parts,
      db,
      session,
      caller,
      now,
      newId: ids.next,
      emit: (event) => void pending.events.push({ ...event, actor: caller?.id ?? 0 }),
      beforeCommit: (one) => void pending.writes.push(one),
      afterCommit: (callback) => void pending.callbacks.push(callback),
      mail: async (letter) => {
        pending.mail = true;
        const dropped = await queueLetter(db, { ...letter, id: ids.next(), now: now() });
        if (dropped.length > 0) pending.callbacks.push(() => parts.forgetLetters(dropped));
      },
    });
    const group = this.#group;
    group.events.push(...pending.events);
    group.writes.push(...pending.writes);
    group.callbacks.push(...pending.callbacks);
    group.mail ||= pending.mail;
    const commit = { eventCount: group.events.length };
    group.commits.push(commit);
    return { value, commit };
  }

  async #beforeCommit(): Promise<void> {
    const { writes } = this.#group;
    const { store, messageIndex, ids, publisher } = this.#options;
    for (const write of writes) await write();
    const indexed = await messageIndex.beforeCommit(store.writer.db);
    await this.#merger.merge(store.writer.db, writes.length + indexed);
    ids.save();
    await publisher.append(this.#group.events);
  }

  /** Returns what delivers the events, once the writes may be answered. */
  #afterCommit(): () => void {
    const { publisher, messageIndex, onMailQueued } = this.#options;
    const { callbacks, mail, events, commits } = this.#group;
    this.#group = emptyGroup();
    for (const callback of callbacks) this.#runCallback(callback);
    messageIndex.committed();
    const seq = publisher.committed();
    // A group's events have consecutive numbers, in the order of its writes.
    for (const commit of commits) commit.seq = seq - (events.length - commit.eventCount);
    if (mail) onMailQueued();
    return () => publisher.deliver(seq);
  }

  /** A failing callback must not affect what was committed, nor the next group. */
  #runCallback(callback: () => void): void {
    try {
      callback();
    } catch (error) {
      this.#options.logger.error({ err: error }, 'a callback failed after a commit');
    }
  }
}

/** What writes leave for the end of their transaction and for after the commit. */
interface WriteGroup {
  events: PendingEvent[];
  writes: (() => Promise<void>)[];
  callbacks: (() => void)[];
  mail: boolean;
  commits: Commit[];
}

function emptyGroup(): WriteGroup {
  return { events: [], writes: [], callbacks: [], mail: false, commits: [] };
}
