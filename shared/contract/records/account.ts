import { z } from 'zod';
import { appScopes } from '../../app-scopes';
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
  /** Of an app's token: the app, and what it may do. */
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
  ReadOnly: z.enum(['', 'damaged', 'disk_full']),
  Fingerprint: z.string(),
  Languages: z.array(z.string()),
});

export type Notification = z.infer<typeof Notification>;
export type Token = z.infer<typeof Token>;
export type Community = z.infer<typeof Community>;
