import { z } from 'zod';
import { appScopes } from '../../app-scopes';
import { ERROR_STATUS, type ErrorCode } from '../../errors';
import { notificationTypes } from '../../notifications';
import { MessageModel } from './dialogs';
import { Author } from './people';
import { Gift } from './shop';
import { Comment, PostModel } from './walls';

/** Records of notifications, tokens and the community. */

const number = z.number();

const NotificationType = z.enum(notificationTypes);

export const Notification = z.object({
  ID: number,
  User: Author,
  Type: NotificationType,
  Item: z.union([MessageModel, PostModel, Comment, Gift, Author]).nullable(),
  Count: number,
  Read: z.boolean(),
  Timestamp: number,
  /** The title of a deleted event, whose item is gone. */
  Text: z.string().optional(),
});

export const Token = z.object({
  ID: number,
  Name: z.string(),
  Kind: z.enum(['session', 'named', 'app']),
  Client: z.string(),
  Device: z.string(),
  User: number,
  Online: z.boolean(),
  IP: z.string(),
  Timestamp: number,
  LastBeen: number,
  Current: z.boolean(),
  Token: z.string().optional(),
  /** Only for the token of an app: the app, and its scopes. */
  App: z.object({ ID: number, Name: z.string() }).optional(),
  Scopes: z.array(z.enum(appScopes)).optional(),
});

/** `id` and `ID` are both the ID of the person. */
export const Login = z.object({ ok: z.literal(true), token: z.string(), id: number, ID: number });

export const Registration = z.enum(['open', 'invite', 'closed']);

export const Community = z.object({
  ID: number,
  Key: z.string(),
  Name: z.string(),
  Description: z.string(),
  Avatar: number,
  Members: number,
  Version: z.string(),
  MinApp: z.string(),
  Registration,
  /** Why nothing can be changed at present; '' if everything can. */
  ReadOnly: z.enum(['', 'damaged', 'disk_full', 'superseded']),
  Fingerprint: z.string(),
  Languages: z.array(z.string()),
  /** The group that everyone joins by registering, and the welcome post; 0 for none. */
  Commons: number,
  Welcome: number,
  /** Whether the owner is notified of newcomers. */
  JoinNotices: z.boolean(),
  /** Coins that each person gets on each day they do something; 0 for none. */
  DailyCoins: number,
});

/** Kinds of records that an import counts. */
export const importedKinds = [
  'file',
  'photo',
  'track',
  'video',
  'playlist',
  'sticker_pack',
  'post',
  'comment',
  'scheduled',
  'attachment',
  'profile',
  'preference',
] as const;

/**
 * Why something was not imported. `others`: it belongs to someone else, or to their wall or post. `damaged`: it does
 * not match the export, or is not readable. `missing`: its bytes are not in the zip. `too_large`, `quota`, `limit`:
 * limits of this community. `past`: it was scheduled for a time that has passed. `kept`: another value was set here
 * before.
 */
export const importReasons = [
  'others',
  'damaged',
  'missing',
  'too_large',
  'quota',
  'limit',
  'past',
  'kept',
] as const;

const ImportedKind = z.enum(importedKinds);

/**
 * The latest import of an account. `Done` of `Total` bytes of the export were processed. `Failure` is the error code
 * with which it `failed`, or "". `Existing` were imported before.
 */
export const AccountImport = z.object({
  ID: number,
  Status: z.enum(['none', 'running', 'done', 'failed', 'cancelled']),
  Failure: z.union([z.literal(''), z.enum(Object.keys(ERROR_STATUS) as ErrorCode[])]),
  Done: number,
  Total: number,
  Items: z.array(z.object({ Kind: ImportedKind, Imported: number, Existing: number })),
  Skipped: z.array(z.object({ Kind: ImportedKind, Reason: z.enum(importReasons), Count: number })),
  Timestamp: number,
});

export type AccountImport = z.infer<typeof AccountImport>;
export type ImportReason = (typeof importReasons)[number];
export type Notification = z.infer<typeof Notification>;
export type Token = z.infer<typeof Token>;
export type Community = z.infer<typeof Community>;
