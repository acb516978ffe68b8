import type { Logger } from 'pino';
import { Backoff, systemClock, type BackoffClock } from '../../shared/client/backoff';
import type { Store } from '../database/open';
import { deleteMail, findUndeliveredMail, markDelivered } from '../service/mail/queries';
import { openFolder } from './local-mail';
import { openSmtp } from './smtp';

/** Delivers the letters that calls leave in the database. */
export interface Mailer {
  /** There may be letters: delivers those that wait. */
  wake: () => void;
  /** Takes letters off the disk that are forgotten in the database. */
  forget: (ids: readonly number[]) => void;
  /** Waits for the letter that is on its way; the others wait for the next start. */
  close: () => Promise<void>;
}

export interface MailerOptions {
  store: Store;
  /** Where local mail is written; "" writes nothing (a community in memory). */
  folder: string;
  /** smtp:// or smtps://, or null for local mail. */
  smtp: string | null;
  /** The sender. */
  from: string;
  logger: Logger;
}

/** A letter as it lies in the database. */
export type Letter = Awaited<ReturnType<typeof findUndeliveredMail>>[number];

/** A way for letters. `deliver` throws when a letter should be tried again, and gives false when it never will go. */
export interface Way {
  deliver: (letter: Letter) => Promise<boolean>;
  /** Whether a letter is kept in the database after it went. */
  keeps: boolean;
  /** Removes what is kept of a letter outside the database. */
  forget: (id: number) => Promise<void>;
  close: () => void;
}

/** Opens the mailer; what waits from an earlier run is delivered at once. Texts and addresses are never logged. */
export function openMailer(options: MailerOptions): Mailer {
  const { store, logger } = options;
  const way = options.smtp === null ? openFolder(options) : openSmtp(options.smtp, options.from);
  let isClosed = false;
  let isAsked = false;
  let running: Promise<void> | null = null;
  const backoff = new Backoff({ ...DELAYS, clock: backgroundClock });
  let forgetting: Promise<void> = Promise.resolve();

  wake();
  return {
    wake,
    forget: (ids) => {
      forgetting = forgetting
        .then(() => forgetAll(ids))
        .catch((error: unknown) => {
          logger.error({ err: error }, 'a forgotten letter could not be removed');
        });
    },
    close: async () => {
      isClosed = true;
      backoff.cancel();
      await running;
      await forgetting;
      way.close();
    },
  };

  function wake(): void {
    isAsked = true;
    if (isClosed || running) return;
    backoff.cancel();
    running = deliverAll()
      .catch((error: unknown) => logger.error({ err: error }, 'the mail that waits could not be delivered'))
      .finally(() => {
        running = null;
        // Somebody may have asked between the last look and now.
        if (isAsked) wake();
      });
  }

  async function deliverAll(): Promise<void> {
    let isStuck = false;
    while (isAsked && !isClosed) {
      isAsked = false;
      isStuck = !(await deliverWaiting());
    }
    if (!isStuck) backoff.reset();
    else if (!isClosed) backoff.schedule(wake);
  }

  /** A letter may be on its way at this moment: it is let finish first. */
  async function forgetAll(ids: readonly number[]): Promise<void> {
    await running;
    for (const id of ids) await way.forget(id);
  }

  /** Tries each letter once, oldest first; false when some still wait. */
  async function deliverWaiting(): Promise<boolean> {
    // A letter that went could not be marked as delivered, and would go again.
    if (!store.health.isWritable) return true;
    let isDone = true;
    for (let last = 0; !isClosed;) {
      const [letter] = await store.read((db) => findUndeliveredMail(db, last, 1));
      if (!letter) return isDone;
      last = letter.id;
      isDone = (await deliver(letter)) && isDone;
    }
    return isDone;
  }

  async function deliver(letter: Letter): Promise<boolean> {
    try {
      const isDelivered = await way.deliver(letter);
      if (!isDelivered) logger.warn({ mail: letter.id }, 'a letter was refused for good');
    } catch (error) {
      logger.warn(
        { mail: letter.id, code: codeOf(error) },
        'a letter could not be delivered and is tried again',
      );
      return false;
    }
    const now = Math.floor(Date.now() / 1000);
    await store.writer.run(() =>
      way.keeps ? markDelivered(store.writer.db, letter.id, now) : deleteMail(store.writer.db, letter.id),
    );
    return true;
  }
}

/** Between attempts to deliver what waits, in milliseconds. */
const DELAYS = { first: 30_000, longest: 900_000 };
/** Its timers don't hold the process back. */
const backgroundClock: BackoffClock = {
  ...systemClock,
  setTimeout: (run, delay) => setTimeout(run, delay).unref(),
};

/** The sentence of an error may hold an address; its code does not. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
