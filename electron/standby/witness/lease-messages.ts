import { z } from 'zod';

const term = z.number().int().positive();
const nonce = z.number().int();

/** A host asks its standby or the witness for more time. */
export const Renew = z.object({ type: z.literal('renew'), term, nonce });
/**
 * Whether the standby has everything that was acknowledged, by the fingerprint of its certificate; counts only at this
 * revision of the witness's record.
 */
const Save = z.object({
  type: z.literal('record'),
  term,
  standby: z.string().max(64),
  hasEverything: z.boolean(),
  revision: z.number().int(),
});
/** The standby hears nothing from the host, and asks to host the community with this term. */
const Vote = z.object({ type: z.literal('vote'), term, nonce });

/** What a host asks its standby and the witness, and what a standby asks the witness, as it is sent. */
export const SentLeaseRequest = z.discriminatedUnion('type', [Renew, Save, Vote]);
export type SentLeaseRequest = z.infer<typeof SentLeaseRequest>;

/** The same as it is received: who votes is known by the certificate. */
export type LeaseRequest = z.infer<typeof Renew | typeof Save> | (z.infer<typeof Vote> & { voter: string });

/**
 * The witness's record: whether the standby with a certificate has everything that was acknowledged; the revision grows
 * with each change.
 */
export const StandbyRecordState = z.object({
  revision: z.number().int(),
  standby: z.string(),
  hasEverything: z.boolean(),
});
export type StandbyRecordState = z.infer<typeof StandbyRecordState>;

export const LeaseAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('renewed'), nonce, record: StandbyRecordState.nullable() }),
  z.object({ type: z.literal('recorded'), record: StandbyRecordState }),
  /** Another machine hosts the community, or may do so at any moment. */
  z.object({ type: z.literal('superseded'), term }),
  z.object({ type: z.literal('granted'), nonce }),
  z.object({
    type: z.literal('refused'),
    nonce,
    reason: z.enum(['host_is_there', 'out_of_date', 'other_term', 'other_standby']),
  }),
]);
export type LeaseAnswer = z.infer<typeof LeaseAnswer>;

/** Milliseconds for which a host may write after it sent a request that its standby or the witness has answered. */
export const LEASE_MS = 10_000;
/**
 * Milliseconds for which standby and witness must both have heard nothing from the host before the standby takes over:
 * longer than a lease even if the host's clock is 30 % slower, and short enough for a takeover within 15 s.
 */
export const TAKEOVER_MS = 13_000;
/** Milliseconds between two renewals, and between two attempts of other requests. */
export const RENEWAL_MS = 2_000;
export const RETRY_MS = 250;
/** Milliseconds after which a write is acknowledged without the standby, once the witness knows. */
export const FALLBACK_MS = 2_000;
