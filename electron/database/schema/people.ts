import type { Generated } from 'kysely';
import type { CommunityRole, OnlineStatus } from '../../../shared/contract/records';
import type { GroupedNotification, NotificationType } from '../../../shared/notifications';
import type { PrivacyColumns } from '../../../shared/privacy';
import type { Flag } from './kinds';

/** Accounts: profile, password, role and settings of each person. Deleted accounts keep their row. */
export interface PersonTable extends PrivacyColumns {
  id: number;
  email: string | null;
  email_reserve: string;
  password_hash: string;
  name: string;
  surname: string;
  /** Sort key of the full name. */
  name_order: string;
  link: string;
  status: string;
  about: string;
  emoji: string;
  avatar: number;
  banner: number;
  cosmetic_avatar: number;
  sub: number;
  creative: Flag;
  verify: '' | 'Default' | 'Organisation' | 'Goverment';
  role: CommunityRole;
  ban: Flag;
  ban_reason: string;
  deleted: Flag;
  birthday: string;
  country: number;
  region: number;
  city: number;
  city_native: string;
  region_native: Generated<string>;
  website: string;
  works_at: string;
  languages: string;
  coins: number;
  relationships: number;
  online_type: number;
  /** What is shown while the person is online. */
  online_status: Generated<OnlineStatus>;
  reports: number;
  friends: number;
  followers: number;
  /** Posts on the wall, without those by banned people. */
  posts: Generated<number>;
  preferences: string;
  notifications_read_id: number;
  last_been: number;
  registered_at: number;
  /** Whose invitation they registered with; 0 for none. */
  invited_by: Generated<number>;
  /** When they last got the daily coins: days since 1970, UTC. */
  coins_day: Generated<number>;
}

/** A registration that waits for its confirmation code. */
export interface RegistrationTable {
  id: number;
  email: string;
  name: string;
  surname: string;
  /** The tag they asked for, or one made from their name; it may be taken when they confirm. */
  link: string;
  password_hash: string;
  /** SHA-256 of the mailed code; "" if an invitation confirms it. */
  code_hash: string;
  invite: string;
  /** Network address it came from, normalized for rate limits. */
  address: string;
  expires_at: number;
}

export interface TokenTable {
  id: number;
  person_id: number;
  hash: Buffer;
  /** `app`: issued to a third-party app. */
  kind: 'session' | 'named' | 'app';
  name: string;
  client: string;
  ip: string;
  created_at: number;
  last_been: number;
  /** The app and the scopes, separated by spaces, of an `app` token. */
  app_id: Generated<number | null>;
  scopes: Generated<string>;
}

/** An address from which a person has signed in, normalized: IPv6 to its /64. */
export interface KnownAddressTable {
  person_id: number;
  address: string;
  at: number;
}

/** A one-time code: to reset a password (`reset`, or saved in advance as `recovery`), or to confirm an email. */
export interface CodeTable {
  hash: string;
  kind: 'reset' | 'email' | 'recovery';
  person_id: number;
  data: string;
  expires_at: number;
  /** The admin who issued the code or read it in the local mail; 0 for none. */
  seen_by: Generated<number>;
}

/** `person_id` follows `target_id`; two people who follow each other are friends. */
export interface RelationTable {
  person_id: number;
  target_id: number;
  friends: Flag;
  /** The target dismissed the request. */
  ignored: Flag;
  created_at: number;
}

export interface BlockTable {
  person_id: number;
  target_id: number;
  created_at: number;
}

export interface ReportTable {
  id: number;
  person_id: number;
  by_id: number;
  item_type: string;
  item_id: number;
  item_text: string;
  reason: string;
  open: Flag;
  decision: string;
  note: string;
  created_at: number;
  decided_at: number;
  decided_by: number;
}

/** An entry of the audit log: `by_id` did `act` to `person_id`. */
export interface AuditLogTable {
  id: number;
  by_id: number;
  act: string;
  person_id: number;
  reason: string;
  created_at: number;
}

export interface NotificationTable {
  person_id: number;
  id: number;
  type: NotificationType;
  user_id: number;
  item_kind: 'message' | 'person' | 'gift' | 'post' | 'comment' | 'scheduled';
  item_id: number;
  created_at: number;
  /** ID of the group of actions of one kind on one item that this notification shows; 0 for a single action. */
  fold: Generated<number>;
  /** Number of people in the group. */
  people: Generated<number>;
  /** The title of a deleted event; '' for other notifications. */
  text: Generated<string>;
  /** It was read on its own. Those up to its recipient's `notifications_read_id` are read anyway. */
  is_read: Generated<Flag>;
}

/** One person's action within a grouped notification; `thing_id` is the item it was done to. */
export interface NotifiedActionTable {
  person_id: number;
  type: GroupedNotification;
  thing_id: number;
  user_id: number;
  /** ID of the notification while this action is the newest of its group. */
  id: number;
  fold: number;
  /** The notification's link while this action is the newest of its group. */
  item_id: number;
  /** The action was undone before the notification was read. */
  withdrawn: Flag;
  created_at: number;
}

/** A gift from `by_id` to `person_id`; `item` is a number in the catalogue. */
export interface GiftTable {
  person_id: number;
  id: number;
  by_id: number;
  item: number;
  message: string;
  /** Others see: 0 the giver and the message, 1 the giver, 2 neither. */
  privacy: 0 | 1 | 2;
  created_at: number;
}

export interface PromoTable {
  code: string;
  coins: number;
  sub: number;
  uses: number;
  max_uses: number;
  /** 0 if it never expires. */
  expires_at: number;
  created_at: number;
}

/** A person who has claimed a promo. */
export interface PromoClaimTable {
  person_id: number;
  code: string;
  created_at: number;
}
