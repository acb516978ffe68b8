import { z } from 'zod';
import { LIMITS, PAGE_SIZES } from '../limits';
import { read, write } from './endpoint';
import { Author, BaseOkay, Invite, Promo, ReportItem, UserModel } from './records';
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
} from './values';

const pageOf = { page: page(), limit: limit(PAGE_SIZES.admin) };
const user = { user_id: identifier() };

/** A person as administrators see them. */
export const AdminPerson = UserModel.extend({ Email: z.string(), Storage: z.number(), Banned: z.boolean() });

/** `User` is who was reported, `By` the reporter, `Item` what was reported (null: the person). */
export const Report = z.object({
  ID: z.number(),
  User: Author,
  By: Author,
  Item: z.object({ Type: ReportItem, ID: z.number(), Text: z.string() }).nullable(),
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

/** A number of stored items and their bytes. */
export const StoredAmount = z.object({ Items: z.number(), Size: z.number() });

/**
 * Stored bytes and items, counted for each owner; `Free` is what the disk has left. `Trash` is unused content kept for
 * 30 days; `Unused` is unused content too large in number to be moved to the trash without an administrator's approval.
 */
const StorageUse = z.object({
  Size: z.number(),
  Free: z.number(),
  Trash: StoredAmount,
  Unused: StoredAmount,
  Kinds: z.array(z.object({ Kind: z.string(), Items: z.number(), Size: z.number() })),
  People: z.array(z.object({ User: Author, Items: z.number(), Size: z.number() })),
});

/**
 * A backup: bytes of its database and content, when it was made, and when it was last restored and compared (0 for
 * never). `Sound` if that found no problems, else they are listed in `Problems`.
 */
export const Backup = z.object({
  Name: z.string(),
  Size: z.number(),
  Content: z.number(),
  Timestamp: z.number(),
  Compared: z.number(),
  Sound: z.boolean(),
  Problems: z.array(z.string()),
});

/** The parts of a community that database damage can affect, those first whose loss people would notice most. */
export const DATABASE_AREAS = [
  'messages',
  'chats',
  'posts',
  'media',
  'people',
  'accounts',
  'community',
  'search',
  'history',
  'file',
] as const;

/** One part of a community, as administrators read of it. */
export type DatabaseArea = (typeof DATABASE_AREAS)[number];

/**
 * The state of the database: `unchecked` while a check is due or running; `Checked` is when the last one ended (0 for
 * never). `Repairable`: everything damaged can be rebuilt from the rest. `Backup` is the newest sound one.
 */
const DatabaseHealth = z.object({
  Status: z.enum(['sound', 'unchecked', 'damaged']),
  Checked: z.number(),
  Affected: z.array(z.enum(DATABASE_AREAS)),
  Repairable: z.boolean(),
  Backup: z.object({ Name: z.string(), Timestamp: z.number() }).nullable(),
});

/**
 * How the community is shared on the network. `Fixed` lists what the host's configuration decides, `Possible` says
 * whether the host can share at all, `Failure` why it isn't shared although it should be. `Key` is the fingerprint of
 * the community's own key, which every link contains and guests pin; `Fingerprint` and `Expires` belong to the host's
 * current certificate, signed by that key. The most likely address comes first.
 */
const Sharing = z.object({
  On: z.boolean(),
  Port: z.number(),
  Plain: z.boolean(),
  Fixed: z.array(z.enum(['on', 'port', 'plain'])),
  Possible: z.boolean(),
  Failure: z.enum(['', 'port_taken', 'port_refused', 'failed']),
  Key: z.string(),
  Fingerprint: z.string(),
  Expires: z.number(),
  Link: z.string(),
  Addresses: z.array(
    z.object({
      Address: z.string(),
      Link: z.string(),
      Plain: z.string(),
      Kind: z.enum(['given', 'ipv4', 'ipv6', 'name']),
      Network: z.string(),
    }),
  ),
});

/**
 * A check of the host's reachability from the host itself: whether it is announced (`unwanted`: the configuration
 * forbids it), whether each address leads to it, and who was seen from the network recently, latest first. `Arrived`:
 * they connected, not only searched. `System` is its operating system.
 */
const SharingCheck = z.object({
  Announced: z.enum(['off', 'announced', 'failed', 'unwanted']),
  System: z.enum(['linux', 'darwin', 'win32', 'other']),
  Addresses: z.array(z.object({ Address: z.string(), Answers: z.boolean() })),
  Visitors: z.array(z.object({ Address: z.string(), Timestamp: z.number(), Arrived: z.boolean() })),
});

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
    summary: 'Takes a ban back.',
    since: '1.1.0',
    input: z.strictObject({ ...user, reason: text(LIMITS.reason).optional() }),
    output: BaseOkay,
  }),
  'admin.setRole': write('PATCH /admin/people/{user_id}/role', {
    summary: 'Makes an administrator, or takes it back; owner only.',
    since: '1.1.0',
    input: z.strictObject({ ...user, role: z.enum(['admin', 'member']) }),
    output: BaseOkay,
  }),
  'admin.resetCode': write('POST /admin/people/{user_id}/reset-code', {
    summary: 'A one-time code to hand over; the person chooses the password.',
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
    summary: 'Decides a report and closes it.',
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
    summary: 'Makes an invitation to the community.',
    since: '1.1.0',
    input: z.strictObject({
      maxUses: integerBetween(0, 1_000_000).default(0),
      expires: identifierOrNone().default(0),
    }),
    output: Invite,
  }),
  'admin.revokeInvite': write('DELETE /admin/invites/{code}', {
    summary: 'Takes an invitation to the community back.',
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
    summary: 'Makes a promo code that gives coins, a subscription or both.',
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
    summary: 'Takes a promo code back; what was claimed stays.',
    since: '1.1.0',
    input: z.strictObject({ code: code() }),
    output: BaseOkay,
  }),
  'admin.storage': read('GET /admin/storage', {
    summary: 'What is stored: bytes by kind, the hundred people who store most, and the free space.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: StorageUse,
  }),
  'admin.health': read('GET /admin/health', {
    summary: 'Whether the database is intact, what is damaged, and the newest backup to restore.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: DatabaseHealth,
  }),
  'admin.cleanStorage': write('POST /admin/storage/clean', {
    summary: 'Approves that the many contents that nothing uses go to the trash; answers what was moved.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: StoredAmount,
  }),
  'admin.backups': read('GET /admin/backup', {
    summary: 'The backups, newest first, with when each was last restored and compared.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: z.array(Backup),
  }),
  'admin.createBackup': write('POST /admin/backup', {
    summary: 'Makes a backup now, restores it aside and compares it; the last five are kept.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: Backup,
  }),
  'admin.sharing': read('GET /admin/sharing', {
    summary: 'Whether the community is shared on the network, and by which addresses.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: Sharing,
  }),
  'admin.share': write('PATCH /admin/sharing', {
    summary: 'Shares the community on the network, by which port, without TLS too, or no longer; owner only.',
    since: '1.1.0',
    input: z.strictObject({
      on: flag().optional(),
      port: integerBetween(0, 65_535).optional(),
      plain: flag().optional(),
    }),
    output: Sharing,
  }),
  'admin.checkSharing': write('POST /admin/sharing/check', {
    summary: 'Looks at the way to this host from its own end: its addresses, its announcement, who came.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: SharingCheck,
  }),
  'admin.mail': read('GET /admin/mail', {
    summary: "The community's local mail, newest first; the codes of accounts are masked.",
    since: '1.1.0',
    input: z.strictObject(pageOf),
    output: z.array(LocalMail),
  }),
  'admin.openLetter': write('POST /admin/mail/{mail_id}/open', {
    summary: 'The whole text of a letter. It is written to the audit log, and the person is notified.',
    since: '1.1.0',
    secret: true,
    input: z.strictObject({ mail_id: identifier() }),
    output: LocalMail,
  }),
} as const;
