import type { Generated } from 'kysely';
import type { Flag } from './kinds';

/** A third-party OAuth client that people can sign in to with their account. */
export interface AppTable {
  id: number;
  person_id: number;
  name: string;
  /** SHA-256 of the secret; null for a public app, which has none. */
  secret_hash: Buffer | null;
  /** The redirect addresses, a JSON list. */
  redirects: string;
  created_at: number;
}

/** An authorization code, bound to its app, redirect address and PKCE challenge. */
export interface AppCodeTable {
  /** SHA-256 of the code. */
  hash: Buffer;
  app_id: number;
  person_id: number;
  redirect: string;
  /** The S256 code challenge. */
  challenge: string;
  /** The granted scopes, separated by spaces. */
  scopes: string;
  expires_at: number;
  used: Generated<Flag>;
  /** The token that it was exchanged for. */
  token_id: number | null;
}
