import type { ColumnType, Generated } from 'kysely';

/** Progress of indexing old rows for search: rows of a kind with an ID below `before_id` are not indexed yet. */
export interface SearchBackfillTable {
  kind: 'post' | 'message' | 'person' | 'file' | 'video' | 'photo' | 'playlist';
  before_id: number;
}

export interface MetaTable {
  key: string;
  value: string;
}

export interface CommunityTable {
  id: number;
  name: string;
  description: string;
  avatar: number;
  registration: 'open' | 'invite' | 'closed';
  /** PKCS #8 DER of the Ed25519 key; never leaves the host. */
  private_key: Buffer;
  /** SPKI DER. */
  public_key: Buffer;
  /** Signs content URLs. */
  content_key: Buffer;
  /** One-time code with which the first account becomes the owner; "" once there is one. */
  setup_code: string;
  created_at: number;
  /** Whether the community is shared on the network (0 or 1), on which port, and also without TLS (0 or 1). */
  share_on: Generated<number>;
  share_port: Generated<number>;
  share_plain: Generated<number>;
  /** The group that everyone joins by registering, and the welcome post; 0 for none, or the ID of one that is gone. */
  commons_id: Generated<number>;
  welcome_id: Generated<number>;
  /** Whether the owner is notified of newcomers (0 or 1). */
  join_notices: Generated<number>;
  /** Coins that each person gets on each day they do something; 0 for none. */
  daily_coins: Generated<number>;
}

/**
 * An installation (`place`: one copy of the data on one machine) that generates IDs. Each leases one of 1,024
 * numbers.
 */
export interface InstallationTable {
  number: number;
  place: string;
  last_id: number;
  leased_at: number;
}

/** The community's standby, at most one row. */
export interface StandbyTable {
  id: 1;
  /** The port on which the host listens for it. */
  port: number;
  /** SHA-256 of the one-time code of a link that was not used yet; null for none. */
  code: Buffer | null;
  code_expires: Generated<number>;
  /** Fingerprint of the standby's certificate; "" until it is paired. */
  certificate: Generated<string>;
  /** The name of its machine. */
  name: Generated<string>;
  paired_at: Generated<number>;
  /** Whether writes wait until it has stored them (0 or 1). */
  wait: Generated<number>;
  /** When backups on its own disk were enabled, in Unix seconds; 0 if they are disabled. */
  backups_since: Generated<number>;
}

/** The community's witness, at most one row. */
export interface WitnessTable {
  id: 1;
  /** The port on which the host listens for the pairing. */
  port: number;
  /** SHA-256 of the one-time code of a link that was not used yet; null for none. */
  code: Buffer | null;
  code_expires: Generated<number>;
  /** Fingerprint of the witness's certificate; "" until it is paired. */
  certificate: Generated<string>;
  /** The name of its machine. */
  name: Generated<string>;
  /** JSON list of the `HOST:PORT` at which it listens. */
  addresses: Generated<string>;
  paired_at: Generated<number>;
}

/** One row per term: the machine that hosts the community since then, and the last event (`seq`) before. */
export interface HostTable {
  term: number;
  since: number;
  how: 'created' | 'move' | 'takeover' | 'witness' | 'restore';
  /** The name of the machine; "" if unknown. */
  name: string;
  seq: number;
}

export interface MailTable {
  id: number;
  recipient: string;
  subject: string;
  body: string;
  created_at: number;
  /** 0 until it is written or sent. */
  delivered_at: number;
  /** The account whose code it contains; 0 for a registration, which has no account yet. */
  person_id: Generated<number>;
}

/** The stored result of a write that was sent with an idempotency key. */
export interface CommandTable {
  person_id: number;
  /** SHA-256 of the key. */
  key: Buffer;
  name: string;
  /** SHA-256 of the input. */
  hash: Buffer;
  /** JSON; encrypted with the idempotency key itself if it contains a secret. */
  result: Buffer;
  created_at: number;
  /** 0: `result` is the whole answer, 1: it identifies what to read again, 2: the answer was dropped. */
  form: Generated<0 | 1 | 2>;
}

/** Number of stored commands of a person per day (days since 1970, UTC), and the size of their results in bytes. */
export interface CommandUseTable {
  person_id: number;
  day: number;
  items: number;
  bytes: number;
}

/** The event log, used for live delivery, resuming and replicas. */
export interface EventTable {
  seq: Generated<number>;
  type: string;
  scope_kind: 'person' | 'dialog' | 'wall' | 'administrators' | 'community';
  scope_id: number;
  ref_kind: string;
  ref_id: number;
  actor_id: number;
  body: ColumnType<string, string, never>;
  created_at: number;
}
