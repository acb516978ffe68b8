/** What a host asks its standby and the witness, and what a standby asks the witness. */
export type LeaseRequest =
  /** The host of a term is there, and asks for more time. */
  | { type: 'renew'; term: number; nonce: number }
  /** Whether the standby has everything that was acknowledged; counts only at this revision of the witness's record. */
  | { type: 'record'; term: number; hasEverything: boolean; revision: number }
  /** The standby hears nothing from the host, and asks to host the community with this term. */
  | { type: 'vote'; term: number; voter: string; nonce: number };

/** The witness's record: whether the standby has everything that was acknowledged; the revision grows with each change. */
export interface StandbyRecordState {
  revision: number;
  hasEverything: boolean;
}

export type LeaseAnswer =
  | { type: 'renewed'; nonce: number; record: StandbyRecordState | null }
  | { type: 'recorded'; record: StandbyRecordState }
  /** Another machine hosts the community, or may do so at any moment. */
  | { type: 'superseded'; term: number }
  | { type: 'granted'; nonce: number }
  | { type: 'refused'; nonce: number; reason: 'host_is_there' | 'out_of_date' | 'other_term' };

/** Milliseconds for which a host may write after it sent a request that its standby or the witness has answered. */
export const LEASE_MS = 10_000;
/**
 * Milliseconds for which standby and witness must both have heard nothing from the host before the standby takes over:
 * longer than a lease even if the host's clock is a third slower, and short enough for a takeover within 15 s.
 */
export const TAKEOVER_MS = 14_000;
/** Milliseconds between two renewals, and between two attempts of other requests. */
export const RENEWAL_MS = 2_000;
export const RETRY_MS = 250;
/** Milliseconds after which a write is acknowledged without the standby, once the witness knows. */
export const FALLBACK_MS = 2_000;
