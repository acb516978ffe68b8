import type { ColumnType, Generated } from 'kysely';

/** What the host keeps of itself: the community, its mail, commands and events. */

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
  /** Signs the addresses of content. */
  content_key: Buffer;
  /** The one-time code with which the first account becomes the owner; "" once there is one. */
  setup_code: string;
  created_at: number;
  /** Whether it is shared on the network (0 or 1), by which port, and without TLS too (0 or 1). */
  share_on: Generated<number>;
  share_port: Generated<number>;
  share_plain: Generated<number>;
}

/** Who hands out identifiers here: a place (one copy of the data on one machine) leases one of 1,024 numbers. */
export interface InstallationTable {
  number: number;
  place: string;
  last_id: number;
  leased_at: number;
}

export interface MailTable {
  id: number;
  recipient: string;
  subject: string;
  body: string;
  created_at: number;
  /** 0 until it was written or sent. */
  delivered_at: number;
  /** Whose account the code in it belongs to; 0 for a registration, which has no account yet. */
  person_id: Generated<number>;
}

/** The first answer to every write that came with a key. */
export interface CommandTable {
  person_id: number;
  /** SHA-256 of the key. */
  key: Buffer;
  name: string;
  /** SHA-256 of the input. */
  hash: Buffer;
  /** JSON, or, where it holds a secret, JSON sealed under the key itself. */
  result: Buffer;
  created_at: number;
  /** 0: `result` is the whole answer, 1: it names what is read anew, 2: the answer was dropped. */
  form: Generated<0 | 1 | 2>;
}

/** How many commands of a person are stored by day (since 1970, UTC), and the bytes of their answers. */
export interface CommandUseTable {
  person_id: number;
  day: number;
  items: number;
  bytes: number;
}

/** The log that live delivery, resuming and replicas read. */
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
