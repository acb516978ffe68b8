import type { Logger } from 'pino';
import { Backoff, systemClock, type BackoffClock } from '../../shared/client/backoff';
import { LIFETIMES } from '../../shared/limits';
import type { MailFailure } from '../../shared/failures/mail-failures';
import type { Store } from '../database/open';
import { isWithinLifetime } from '../service/codes';
import { codeIn } from '../service/mail/emails';
import { deleteMail, findUndeliveredMail, markDelivered } from '../service/mail/queries';
import type { MailDelivery } from '../service/mail-delivery';
import { createFolderTransport } from './local-mail';
import { createSmtpTransport } from './smtp';
import { mailFailureOf } from './smtp-failures';
import type { StoredMail } from './transport';

/** Delivers the messages that calls have stored in the database. */
export interface Mailer {
  /** Starts delivering stored messages. */
  wake: () => void;
  /** Deletes delivered copies of messages that were deleted from the database. */
  forget: (ids: readonly number[]) => void;
  /** Waits for the delivery in progress; other messages are delivered after the next start. */
  close: () => Promise<void>;
}

export interface MailerOptions {
  store: Store;
  /** Folder of local mail; "" writes no files (a community in memory). */
  folder: string;
  /** smtp:// or smtps:// URL, or null for local mail. */
  smtp: string | null;
  /** The sender. */
  from: string;
  /** Where is recorded whether a mail server takes emails; local mail records nothing. */
  delivery: MailDelivery;
  /** Unix seconds. */
  now: () => number;
  /** Whether this process delivers: one of those that serve the community. */
  isLeader?: () => boolean;
  logger: Logger;
}

/** Opens the mailer and delivers what an earlier run left over. Texts and addresses are never logged. */
export function openMailer(options: MailerOptions): Mailer {
  const { store, logger, delivery } = options;
  const transport =
    options.smtp === null ? createFolderTransport(options) : createSmtpTransport(options.smtp, options.from);
  let isClosed = false;
  let isWakeRequested = false;
  let running: Promise<void> | null = null;
  const backoff = new Backoff({ ...DELAYS, clock: backgroundClock });
  let removing: Promise<void> = Promise.resolve();

  wake();
  return {
    wake,
    forget: (ids) => {
      removing = removing
        .then(() => removeAll(ids))
        .catch((error: unknown) => {
          logger.error({ err: error }, 'the delivered copy of a deleted message could not be removed');
        });
    },
    close: async () => {
      isClosed = true;
      backoff.cancel();
      await running;
      await removing;
      transport.close();
    },
  };

  function wake(): void {
    isWakeRequested = true;
    if (isClosed || running) return;
    backoff.cancel();
    running = deliverAll()
      .catch((error: unknown) => logger.error({ err: error }, 'delivering stored messages failed'))
      .finally(() => {
        running = null;
        // Another message may have been stored since the last check.
        if (isWakeRequested) wake();
      });
  }

  async function deliverAll(): Promise<void> {
    let isStuck = false;
    while (isWakeRequested && !isClosed) {
      isWakeRequested = false;
      isStuck = !(await deliverWaiting());
    }
    if (!isStuck) backoff.reset();
    else if (!isClosed) recordWait(backoff.schedule(wake));
  }

  /** Waits for the delivery in progress, which may concern one of these messages. */
  async function removeAll(ids: readonly number[]): Promise<void> {
    await running;
    for (const id of ids) await transport.forget(id);
  }

  /** Tries each message once, oldest first, unless the mail server takes none; false if some remain. */
  async function deliverWaiting(): Promise<boolean> {
    // A delivered message could not be marked as such and would be sent again.
    if (!store.writer.isWritable || options.isLeader?.() === false) return true;
    let isDone = true;
    for (let last = 0; !isClosed;) {
      const [mail] = await store.read((db) => findUndeliveredMail(db, last, 1));
      if (!mail) return isDone;
      last = mail.id;
      if (await deliver(mail)) continue;
      isDone = false;
      if (isServerDown()) return false;
    }
    return isDone;
  }

  /** Whether every other message would fail in the same way. */
  function isServerDown(): boolean {
    return !transport.keepsDelivered && DOWN.has(delivery.failing?.failure);
  }

  function record(failure: MailFailure | null): void {
    if (transport.keepsDelivered) return;
    if (failure === null) delivery.recordDelivery();
    else delivery.recordFailure(failure, options.now(), options.now() + DELAYS.min / 1000);
  }

  /** Records when the messages that couldn't be delivered are tried again, in milliseconds from now. */
  function recordWait(delay: number): void {
    const { failing } = delivery;
    if (failing && !transport.keepsDelivered)
      delivery.recordFailure(failing.failure, options.now(), options.now() + Math.ceil(delay / 1000));
  }

  async function deliver(mail: StoredMail): Promise<boolean> {
    if (!transport.keepsDelivered && isExpired(mail, options.now())) {
      logger.warn({ mail: mail.id }, 'a message could not be delivered before its code expired');
      await store.writer.run(() => deleteMail(store.writer.db, mail.id));
      return true;
    }
    try {
      const isDelivered = await transport.deliver(mail);
      if (!isDelivered) logger.warn({ mail: mail.id }, 'a message was rejected permanently');
      record(isDelivered ? null : 'refused');
    } catch (error) {
      record(mailFailureOf(error));
      logger.warn(
        { mail: mail.id, code: codeOf(error) },
        'a message could not be delivered and will be retried',
      );
      return false;
    }
    await store.writer.run(() =>
      transport.keepsDelivered
        ? markDelivered(store.writer.db, mail.id, options.now())
        : deleteMail(store.writer.db, mail.id),
    );
    return true;
  }
}

/** Failures before any message is shown to the server. */
const DOWN = new Set<MailFailure | undefined>(['unreachable', 'encryption', 'sign_in']);
/** Between attempts to deliver what waits, in milliseconds. */
const DELAYS = { min: 30_000, max: 900_000 };
/** Its timers don't hold the process back. */
const backgroundClock: BackoffClock = {
  ...systemClock,
  setTimeout: (run, delay) => setTimeout(run, delay).unref(),
};

/** Whether the code in a message can't be used any more, so that the message would only confuse. */
function isExpired({ body, created_at }: StoredMail, now: number): boolean {
  return codeIn(body) !== undefined && !isWithinLifetime(created_at + LIFETIMES.code, now, LIFETIMES.code);
}

/** Error messages may contain addresses; their codes don't. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
