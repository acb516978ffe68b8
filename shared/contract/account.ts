import { z } from 'zod';
import { LIMITS } from '../limits';
import { interfaceLanguages } from '../locale/interface-languages';
import { privacyInputs } from '../privacy';
import { Download } from './media/download';
import { read, write } from './endpoint';
import { AccountImport, BaseOkay, Login, OnlineStatus, Privacy, Token } from './records';
import {
  code,
  email,
  emoji,
  fileName,
  flag,
  identifier,
  identifierOrNone,
  name,
  nameOrEmpty,
  newPassword,
  optionalCode,
  password,
  photoIdOrNone,
  seenVersion,
  tag,
  text,
  integerBetween,
  uploadId,
} from './values';

/** A proof-of-work challenge of ALTCHA version 2, as created by altcha-lib and solved by its widget. */
export const Captcha = z.looseObject({ parameters: z.looseObject({}), signature: z.string().optional() });

/** The editable fields of a profile, in lower camel case. */
export const ProfileChanges = z
  .strictObject({
    name: name(LIMITS.personName),
    surname: nameOrEmpty(LIMITS.personName),
    link: z.union([z.literal(''), tag()]),
    status: nameOrEmpty(LIMITS.status),
    about: text(LIMITS.about),
    emoji: z.union([z.literal(''), emoji()]),
    birthday: z.union([z.literal(''), z.iso.date()]),
    website: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(300)]),
    worksAt: nameOrEmpty(LIMITS.personName),
    country: integerBetween(0, 1000),
    region: identifierOrNone(),
    city: identifierOrNone(),
    cityNative: nameOrEmpty(LIMITS.personName),
    regionNative: nameOrEmpty(LIMITS.personName),
    languages: z.array(integerBetween(1, 1000)).max(20),
    relationships: integerBetween(0, 4),
    avatar: photoIdOrNone(),
    banner: photoIdOrNone(),
    onlineType: integerBetween(0, 3),
    /** Shown to others while online; `dont_disturb` also silences the own devices. */
    onlineStatus: OnlineStatus,
    ...privacyInputs({ switch: flag(), audience: integerBetween(0, 2).pipe(Privacy) }),
  })
  .partial();

export const account = {
  'account.captcha': read('GET /captcha', {
    summary: 'A proof-of-work challenge, good once and for ten minutes.',
    since: '1.0.0',
    open: true,
    input: z.object({}),
    output: Captcha,
  }),
  'account.register': write('POST /register', {
    summary: 'Asks for an account; a code goes out by mail, or the invitation given here confirms it.',
    since: '1.0.0',
    open: true,
    input: z.object({
      name: name(LIMITS.personName),
      surname: nameOrEmpty(LIMITS.personName).optional(),
      email: email(),
      password: newPassword(),
      invite: optionalCode(),
      /** Their tag; without one, a free tag is made from the name. */
      link: z.union([z.literal(''), tag()]).optional(),
    }),
    output: BaseOkay,
  }),
  'account.confirm': write('POST /confirm', {
    summary: 'Confirms a registration, or a new e-mail address, by its code.',
    since: '1.0.0',
    open: true,
    input: z.object({
      code: code(),
      captcha: text(20_000).optional(),
      h_captcha_response: text(20_000).optional(),
      /**
       * Selects one of several registrations confirmed by an invitation; attempts of mailed codes are counted by it.
       */
      email: email().optional(),
    }),
    output: BaseOkay,
  }),
  'account.login': write('POST /login', {
    summary: 'Signs in and gives a session token.',
    since: '1.0.0',
    open: true,
    secret: true,
    input: z.object({
      email: email(),
      password: password(),
      client: text(200).optional(),
      /** A solved challenge, which allows an attempt although others have delayed the account. */
      captcha: text(20_000).optional(),
    }),
    output: Login,
  }),
  'account.logout': write('DELETE /logout', {
    summary: 'Ends this token.',
    since: '1.0.0',
    input: z.object({}),
    output: BaseOkay,
  }),
  'account.logoutAll': write('DELETE /logout/all', {
    summary: 'Ends all sessions of the caller. Named tokens stay valid.',
    since: '1.1.0',
    input: z.object({}),
    output: BaseOkay,
  }),
  'account.reset': write('POST /reset', {
    summary: 'Sends a code for a new password, if the address is known.',
    since: '1.0.0',
    open: true,
    input: z.object({ email: email() }),
    output: BaseOkay,
  }),
  'account.resetConfirm': write('POST /reset/confirm', {
    aliases: ['POST /reset/password'],
    summary: 'Sets a new password by a code and ends every session.',
    since: '1.0.0',
    open: true,
    input: z.object({
      code: code(),
      password: newPassword(),
      /** The account that the code is for; attempts of mailed codes are counted by it. */
      email: email().optional(),
    }),
    output: BaseOkay,
  }),
  'account.promo': write('GET /promo/{promo}', {
    summary: 'Claims the coins or the subscription of a promo code, once a person.',
    since: '1.0.0',
    input: z.object({ promo: code() }),
    output: BaseOkay,
  }),
  'account.tokens': read('GET /tokens', {
    summary: 'Sessions and named tokens of the caller.',
    since: '1.0.0',
    input: z.object({}),
    output: z.array(Token),
  }),
  'account.createToken': write('POST /tokens', {
    summary: 'Makes a named token for a bot; its value is shown once.',
    since: '1.0.0',
    secret: true,
    input: z.object({ name: name(LIMITS.personName) }),
    output: Token,
  }),
  'account.revokeToken': write('DELETE /tokens/{token_id}', {
    summary: 'Ends a session or a named token.',
    since: '1.0.0',
    input: z.object({ token_id: identifier() }),
    output: BaseOkay,
  }),
  'account.updateProfile': write('PATCH /settings/profile', {
    aliases: ['PATCH /settings/privacy'],
    summary: 'Changes the given keys of the own profile and its privacy settings.',
    since: '1.0.0',
    input: ProfileChanges.extend({ ifVersion: seenVersion() }),
    output: BaseOkay,
  }),
  'account.changePassword': write('PATCH /settings/password', {
    summary: 'Changes the password and ends the other sessions.',
    since: '1.0.0',
    input: z.strictObject({ old: password(), new: newPassword() }),
    output: BaseOkay,
  }),
  'account.changeEmail': write('PATCH /settings/email', {
    summary: 'Asks for another e-mail address; a code sent there confirms it.',
    since: '1.0.0',
    input: z.strictObject({ email: email(), password: password() }),
    output: BaseOkay,
  }),
  'account.recoveryCode': read('GET /settings/recovery', {
    summary: 'Whether the caller has a recovery code.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: z.object({ Exists: z.boolean() }),
  }),
  'account.createRecoveryCode': write('POST /settings/recovery', {
    summary:
      'Makes a code with which the caller can set a new password by account.resetConfirm, once and at any time. It is shown once, and replaces an earlier one.',
    since: '1.1.0',
    secret: true,
    input: z.strictObject({ password: password() }),
    output: z.object({ Code: z.string() }),
  }),
  'account.preferences': read('GET /settings/preferences', {
    summary: 'The own preferences, an object that apps share.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: z.record(z.string(), z.json()),
  }),
  'account.updatePreferences': write('PATCH /settings/preferences', {
    summary: 'Merges keys into the preferences; null removes a key.',
    repeat: { by: 'account.preferences' },
    since: '1.1.0',
    input: z.record(z.string().max(100), z.json()),
    output: z.record(z.string(), z.json()),
  }),
  'account.export': read('GET /settings/export', {
    summary: 'A zip of everything of the own account, as JSON and as pages for a browser.',
    since: '1.1.0',
    download: 'application/zip',
    input: z.strictObject({
      lang: z.enum(interfaceLanguages).default('en').meta({ description: 'The language of the pages.' }),
      timeZone: text(100)
        .refine(isTimeZone, 'must be the IANA name of a time zone')
        .default('UTC')
        .meta({ description: 'The time zone of the pages, such as Europe/Kyiv.' }),
    }),
    output: Download,
  }),
  'account.import': write('POST /settings/import', {
    summary:
      'Imports the zip of account.export into the own account, from this or another community: profile, posts, comments on own posts, photos, videos, music, playlists and files. It goes on after the answer; what was imported before is not imported twice.',
    repeat: { by: 'account.importState' },
    since: '1.1.0',
    upload: { part: 'file', kind: 'archive' },
    input: z.strictObject({ file: uploadId(), filename: fileName().optional() }),
    output: AccountImport,
  }),
  'account.importState': read('GET /settings/import', {
    summary: 'The progress of the latest import, or its result: what was imported, and what not and why.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: AccountImport,
  }),
  'account.cancelImport': write('DELETE /settings/import', {
    summary: 'Stops the running import. What was imported stays; importing the same zip again continues it.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: AccountImport,
  }),
  'account.remove': write('DELETE /settings/account', {
    summary:
      'Removes the own account for good. What was written stays, without a name; everything else goes.',
    since: '1.0.0',
    input: z.strictObject({ password: password() }),
    output: BaseOkay,
  }),
} as const;

export type ProfileChanges = z.infer<typeof ProfileChanges>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
