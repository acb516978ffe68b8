import { z } from 'zod';
import { LIMITS, PAGE_SIZES } from '../../limits';
import { read, write } from '../endpoint';
import { Author, BaseOkay, File, Invite, Photo, Promo, ReportItem, UserModel } from '../records';
import {
  code,
  nonBlankText,
  flag,
  identifier,
  identifierOrNone,
  limit,
  customCode,
  page,
  text,
  integerBetween,
} from '../values';

const pageOf = { page: page(), limit: limit(PAGE_SIZES.admin) };
const user = { user_id: identifier() };

/** A person as administrators see them. */
export const AdminPerson = UserModel.extend({ Email: z.string(), Storage: z.number(), Banned: z.boolean() });

/**
 * What was reported, with its text at that time. `Visible` and `Removable` say whether the administrator may open it
 * and delete it. `Post` (of a comment), `Dialog` and `Thread` (of a message) are where it is; 0 if there is none or it
 * isn't visible. `Photo` shows it or is attached to it, `File` is a reported file; both are null unless it is visible.
 */
export const ReportedItem = z.object({
  Type: ReportItem,
  ID: z.number(),
  Text: z.string(),
  Post: z.number(),
  Dialog: z.number(),
  Thread: z.number(),
  Visible: z.boolean(),
  Removable: z.boolean(),
  Photo: Photo.nullable(),
  File: File.nullable(),
});

/** `User` is who was reported, `By` the reporter, `Item` what was reported (null: the person). */
export const Report = z.object({
  ID: z.number(),
  User: Author,
  By: Author,
  Item: ReportedItem.nullable(),
  Reason: z.string(),
  Open: z.boolean(),
  Decision: z.string(),
  Note: z.string(),
  Timestamp: z.number(),
});

/** An entry of the audit log: who did what, to which person, why and when. */
export const AuditEntry = z.object({
  ID: z.number(),
  By: Author,
  Act: z.string(),
  User: Author.nullable(),
  Reason: z.string(),
  Timestamp: z.number(),
});

/** An email of the community's local mailbox. `Masked`: dots replace an account's code in `Text`. */
export const LocalMail = z.object({
  ID: z.number(),
  To: z.string(),
  Subject: z.string(),
  Text: z.string(),
  Masked: z.boolean(),
  Timestamp: z.number(),
});

/** What administrators do with people, reports, invitations, promo codes and local mail. */
export const admin = {
  'admin.people': read('GET /admin/people', {
    summary: 'Everyone, with what only administrators see.',
    since: '1.1.0',
    input: z.strictObject({ query: text(LIMITS.mask).optional(), ...pageOf }),
    output: z.array(AdminPerson),
  }),
  'admin.ban': write('POST /admin/people/{user_id}/ban', {
    summary: 'Bans a person: sessions end, the person is hidden; reversible.',
    since: '1.1.0',
    input: z.strictObject({ ...user, reason: nonBlankText(LIMITS.reason) }),
    output: BaseOkay,
  }),
  'admin.unban': write('DELETE /admin/people/{user_id}/ban', {
    summary: 'Unbans a person.',
    since: '1.1.0',
    input: z.strictObject({ ...user, reason: text(LIMITS.reason).optional() }),
    output: BaseOkay,
  }),
  'admin.setRole': write('PATCH /admin/people/{user_id}/role', {
    summary: 'Makes a person an administrator or a member; owner only.',
    since: '1.1.0',
    input: z.strictObject({ ...user, role: z.enum(['admin', 'member']) }),
    output: BaseOkay,
  }),
  'admin.resetCode': write('POST /admin/people/{user_id}/reset-code', {
    summary: 'Creates a one-time code to hand over, with which the person sets a new password.',
    since: '1.1.0',
    secret: true,
    input: z.strictObject(user),
    output: z.object({ Code: z.string(), Expires: z.number() }),
  }),
  'admin.reports': read('GET /admin/reports', {
    summary: 'What people reported, newest first.',
    since: '1.1.0',
    input: z.strictObject({ open: flag().optional(), ...pageOf }),
    output: z.array(Report),
  }),
  'admin.decideReport': write('PATCH /admin/reports/{report_id}', {
    summary: 'Resolves a report with a decision.',
    since: '1.1.0',
    input: z.strictObject({
      report_id: identifier(),
      decision: nonBlankText(LIMITS.status),
      note: text(LIMITS.reason).optional(),
    }),
    output: Report,
  }),
  'admin.acts': read('GET /admin/acts', {
    summary: 'The audit log of administrative actions, newest first.',
    since: '1.1.0',
    input: z.strictObject(pageOf),
    output: z.array(AuditEntry),
  }),
  'admin.invites': read('GET /admin/invites', {
    summary: 'The invitations to the community.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: z.array(Invite),
  }),
  'admin.createInvite': write('POST /admin/invites', {
    summary: 'Creates an invitation to the community.',
    since: '1.1.0',
    input: z.strictObject({
      maxUses: integerBetween(0, 1_000_000).default(0),
      expires: identifierOrNone().default(0),
    }),
    output: Invite,
  }),
  'admin.revokeInvite': write('DELETE /admin/invites/{code}', {
    summary: 'Revokes an invitation to the community.',
    since: '1.1.0',
    input: z.strictObject({ code: code() }),
    output: BaseOkay,
  }),
  'admin.promos': read('GET /admin/promos', {
    summary: 'The promo codes, newest first.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: z.array(Promo),
  }),
  'admin.createPromo': write('POST /admin/promos', {
    summary: 'Creates a promo code that gives coins, a subscription or both.',
    since: '1.1.0',
    input: z.strictObject({
      code: customCode(LIMITS.promoCode),
      coins: integerBetween(0, LIMITS.promoCoins).default(0),
      sub: integerBetween(0, 2).default(0),
      uses: integerBetween(1, LIMITS.promoUses),
      expires: identifierOrNone().default(0),
    }),
    output: Promo,
  }),
  'admin.revokePromo': write('DELETE /admin/promos/{code}', {
    summary: 'Revokes a promo code; what was redeemed stays.',
    since: '1.1.0',
    input: z.strictObject({ code: code() }),
    output: BaseOkay,
  }),
  'admin.mail': read('GET /admin/mail', {
    summary: "The community's local mail, newest first; the codes of accounts are masked.",
    since: '1.1.0',
    input: z.strictObject(pageOf),
    output: z.array(LocalMail),
  }),
  'admin.openLetter': write('POST /admin/mail/{mail_id}/open', {
    summary:
      'The whole text of an email. Reading it is recorded in the audit log, and the person is notified.',
    since: '1.1.0',
    secret: true,
    input: z.strictObject({ mail_id: identifier() }),
    output: LocalMail,
  }),
} as const;
