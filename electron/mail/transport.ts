import type { findUndeliveredMail } from '../service/mail/queries';

/** A message as stored in the database. */
export type StoredMail = Awaited<ReturnType<typeof findUndeliveredMail>>[number];

/**
 * A way to deliver messages. `deliver` throws if a message should be retried, and resolves to false if it can never
 * be delivered.
 */
export interface MailTransport {
  deliver: (mail: StoredMail) => Promise<boolean>;
  /** Whether delivered messages stay in the database. */
  keepsDelivered: boolean;
  /** Deletes a delivered copy outside the database. */
  forget: (id: number) => Promise<void>;
  close: () => void;
}
