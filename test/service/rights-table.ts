import type { Name } from '../../shared/contract';
import type { TestService } from '../support/service';
import { received } from '../support/content';
import { fixture } from '../support/fixtures';
import type { SignedIn, World } from './rights-world';

/** What a call is given; `caller` is `ann` where nobody is signed in. */
type Given = (world: World, caller: SignedIn | 'ann', t: TestService) => unknown;

/** The HTTP status that each caller gets, in the order of CALLERS. */
export type Answers = readonly number[];

export interface Row {
  name: Name;
  of: string;
  given: Given;
  answers: Answers;
}

//               nobody stranger member admin blocked banned owner
const ANYONE = /*  */ [200, 200, 200, 200, 200, 200, 200];
const SIGNED_IN = /**/ [401, 200, 200, 200, 200, 403, 200];
const NOT_BLOCKED = [401, 200, 200, 200, 404, 403, 200];
const NOBODY = /*  */ [401, 403, 403, 403, 403, 403, 403];
const UNKNOWN = /* */ [401, 404, 404, 404, 404, 403, 404];
const IN_YARD = /* */ [401, 404, 200, 200, 200, 403, 200];
const YARD_ADMINS = [401, 404, 403, 200, 403, 403, 200];
const YARD_OWNER = [401, 404, 403, 403, 403, 403, 200];
const IN_SQUARE = /**/ [401, 403, 403, 403, 403, 403, 200];
const NEWS_ADMINS = [401, 403, 403, 200, 403, 403, 200];
const IN_DUET = /* */ [401, 404, 404, 404, 200, 403, 404];
const BLOCKED_LINE = [401, 404, 404, 404, 403, 403, 404];
const ADMINS = /*  */ [401, 403, 403, 200, 403, 403, 200];
const OWNER = /*   */ [401, 403, 403, 403, 403, 403, 200];

const nothing: Given = () => ({});
const ann: Given = (w) => ({ user: w.ann.id });
const sky: Given = (w) => ({ user: w.sky });
const yard: Given = (w) => ({ dialog_id: w.yard });
const annsMessage: Given = (w) => ({ message_id: w.annsMessage, text: 'Bye', emoji: '👍' });
const ownMessage: Given = (w, caller) => ({
  message_id: caller === 'ann' ? w.annsMessage : w.ownMessages[caller],
  text: 'Bye',
  emoji: '👍',
});
const duet: Given = (w) => ({ dialog_id: w.duet, text: 'Hi', message: w.duetMessages.ann });
const annInDuet: Given = (w) => ({ message_id: w.duetMessages.ann, emoji: '👍' });
const blockedInDuet: Given = (w) => ({ message_id: w.duetMessages.blocked, text: 'Bye', emoji: '👍' });

/** Every entry of the contract, some for more than one thing: what it is about, what it is given, who gets what. */
export const rows: Row[] = [
  row('account.captcha', '', nothing, ANYONE),
  row('account.register', '', () => newAccount('newer@example.org'), ANYONE),
  row(
    'account.confirm',
    '',
    async (w, _, t) => ({ code: w.communityCode, captcha: await t.captcha() }),
    ANYONE,
  ),
  row('account.login', 'oneself', credentials, [200, 200, 200, 200, 200, 403, 200]),
  row('account.logout', '', nothing, SIGNED_IN),
  row('account.reset', '', (w) => ({ email: w.ann.email }), ANYONE),
  row('account.resetConfirm', '', (w) => ({ code: w.resetCode, password: 'another one' }), ANYONE),
  row('account.tokens', '', nothing, SIGNED_IN),
  row('account.createToken', '', () => ({ name: 'bot' }), SIGNED_IN),
  row('account.revokeToken', 'own', (w, caller) => ({ token_id: tokenOf(w, caller) }), SIGNED_IN),
  row(
    'account.revokeToken',
    'another person',
    (w, caller) => ({ token_id: w.tokens[caller === 'member' ? 'admin' : 'member'] }),
    UNKNOWN,
  ),
  row('account.updateProfile', '', () => ({ about: 'Here' }), SIGNED_IN),
  row(
    'account.changePassword',
    '',
    (w, caller) => ({ old: credentials(w, caller).password, new: 'another one' }),
    SIGNED_IN,
  ),
  row(
    'account.changeEmail',
    '',
    (w, caller) => ({ password: credentials(w, caller).password, email: 'next@example.org' }),
    SIGNED_IN,
  ),
  row('account.preferences', '', nothing, SIGNED_IN),
  row('account.updatePreferences', '', () => ({ theme: 'dark' }), SIGNED_IN),

  row('account.promo', '', (w) => ({ promo: w.promo }), SIGNED_IN),
  row('account.export', '', nothing, SIGNED_IN),
  row('account.remove', '', (w, caller) => ({ password: credentials(w, caller).password }), SIGNED_IN),

  row('people.me', '', nothing, SIGNED_IN),
  row('people.get', 'who blocked', ann, NOT_BLOCKED),
  row('people.get', 'who is banned', (w) => ({ user: w.callers.banned.id }), SIGNED_IN),
  row('people.get', 'no one', () => ({ user: 12345 }), UNKNOWN),
  row('people.friends', 'who blocked', ann, NOT_BLOCKED),
  row('people.friends', 'who hides them', sky, NOBODY),
  row('people.friends', 'who is banned', (w) => ({ user: w.callers.banned.id }), NOBODY),
  row('people.relationships', 'who blocked', ann, NOT_BLOCKED),
  row('people.subscribe', 'who blocked', ann, NOT_BLOCKED),
  row('people.subscribe', 'who takes no requests', sky, NOBODY),
  row('people.incoming', '', nothing, SIGNED_IN),
  row('people.ignore', 'who asked', (w) => ({ user_id: w.ann.id }), NOT_BLOCKED),
  row('people.ignore', 'who did not ask', (w) => ({ user_id: w.nick }), UNKNOWN),
  row('people.outgoing', '', nothing, SIGNED_IN),
  row('people.block', 'who blocked', ann, NOT_BLOCKED),
  row('people.unblock', 'who blocked', ann, NOT_BLOCKED),
  row('people.report', 'who blocked', (w) => ({ user: w.ann.id, reason: 'Loud' }), NOT_BLOCKED),
  row('people.reportItem', 'a message', (w) => reported('message', w.annsMessage), IN_YARD),
  row('people.reportItem', 'a private group', (w) => reported('dialog', w.den), UNKNOWN),
  row('people.gifts', 'who blocked', ann, NOT_BLOCKED),
  row('people.gifts', 'who is banned', (w) => ({ user: w.callers.banned.id }), NOBODY),
  row('people.give', 'to who blocked', (w) => ({ user: w.ann.id, item: 1 }), NOT_BLOCKED),
  row('people.give', 'to who is banned', (w) => ({ user: w.callers.banned.id, item: 1 }), NOBODY),
  row('people.give', 'to who takes no messages', (w) => ({ user: w.sky, item: 1 }), SIGNED_IN),
  row('people.give', 'with a message to them', (w) => ({ user: w.sky, item: 1, message: 'Hi' }), NOBODY),
  row('people.notifications', '', nothing, SIGNED_IN),
  row('people.readNotifications', '', nothing, SIGNED_IN),
  row('people.find', '', nothing, SIGNED_IN),

  row('shop.list', '', nothing, SIGNED_IN),
  row('shop.inventory', '', nothing, SIGNED_IN),

  row('dialogs.create', '', () => ({ name: 'New', type: 'group' }), SIGNED_IN),
  row('dialogs.createPrivate', 'with who blocked', (w) => ({ user_id: w.ann.id }), NOT_BLOCKED),
  row('dialogs.createPrivate', 'with who takes none', (w) => ({ user_id: w.sky }), NOBODY),
  row('dialogs.createPrivate', 'with who is banned', (w) => ({ user_id: w.callers.banned.id }), NOBODY),
  row('dialogs.list', '', nothing, SIGNED_IN),
  row('dialogs.get', 'a private group', yard, IN_YARD),
  row('dialogs.get', 'by a code', (w) => ({ dialog_id: w.yard, code: w.yardCode }), SIGNED_IN),
  row('dialogs.get', 'another with that code', (w) => ({ dialog_id: w.den, code: w.yardCode }), UNKNOWN),
  row('dialogs.get', 'a public group', (w) => ({ dialog_id: w.square }), SIGNED_IN),
  row('dialogs.update', 'a group', (w) => ({ dialog_id: w.yard, name: 'New' }), YARD_ADMINS),
  row('dialogs.update', 'a private dialog', (w) => ({ dialog_id: w.duet, name: 'New' }), BLOCKED_LINE),
  row('dialogs.remove', 'a group', yard, YARD_OWNER),
  row('dialogs.remove', 'a private dialog', duet, BLOCKED_LINE),
  row('dialogs.join', 'a public group', (w) => joining(w.square), [401, 200, 200, 200, 200, 403, 409]),
  row('dialogs.join', 'a private group', (w) => joining(w.yard), [401, 404, 409, 409, 409, 403, 409]),
  row(
    'dialogs.join',
    'by a code',
    (w) => ({ ...joining(w.yard), code: w.yardCode }),
    [401, 200, 409, 409, 409, 403, 409],
  ),
  row('dialogs.join', 'adding to a private group', (w) => joining(w.yard, w.nick), YARD_ADMINS),
  row('dialogs.join', 'adding to a group of others', (w) => joining(w.square, w.nick), IN_SQUARE),
  row('dialogs.join', 'adding to a channel', (w) => joining(w.news, w.nick), NEWS_ADMINS),
  row('dialogs.join', 'adding who blocked', (w) => joining(w.park, w.ann.id), NOT_BLOCKED),
  row('dialogs.join', 'adding who takes no messages', (w) => joining(w.park, w.sky), NOBODY),
  row('dialogs.join', 'adding to a private dialog', (w) => joining(w.duet, w.nick), BLOCKED_LINE),
  row('dialogs.leave', 'a group', (w) => joining(w.yard), IN_YARD),
  row('dialogs.leave', 'a public group', (w) => joining(w.square), IN_SQUARE),
  row('dialogs.leave', 'a private dialog', (w) => joining(w.duet), BLOCKED_LINE),
  row('dialogs.leave', 'removing a member', (w) => joining(w.yard, w.ann.id), YARD_ADMINS),
  row(
    'dialogs.leave',
    'removing the owner',
    (w) => joining(w.yard, w.callers.owner.id),
    [401, 404, 403, 403, 403, 403, 200],
  ),
  row('dialogs.mute', '', yard, IN_YARD),
  row('dialogs.pin', '', yard, IN_YARD),
  row('dialogs.members', 'a private group', yard, IN_YARD),
  row('dialogs.members', 'a public group', (w) => ({ dialog_id: w.square }), IN_SQUARE),
  row('dialogs.setRole', '', (w) => ({ dialog_id: w.yard, user_id: w.ann.id, role: 'admin' }), YARD_OWNER),
  row('dialogs.invites', '', yard, YARD_ADMINS),
  row('dialogs.createInvite', '', yard, YARD_ADMINS),
  row('dialogs.createInvite', 'a private dialog', duet, BLOCKED_LINE),
  row('dialogs.revokeInvite', '', (w) => ({ dialog_id: w.yard, code: w.yardCode }), YARD_ADMINS),
  row('dialogs.invitePreview', '', (w) => ({ code: w.yardCode }), ANYONE),
  row('dialogs.find', '', nothing, SIGNED_IN),
  row('dialogs.messages', 'a private group', yard, IN_YARD),
  row('dialogs.messages', 'a public group', (w) => ({ dialog_id: w.square }), IN_SQUARE),
  row('dialogs.messages', 'a private group of others', (w) => ({ dialog_id: w.den }), UNKNOWN),
  row('dialogs.messages', 'a private dialog', duet, IN_DUET),
  row('dialogs.send', 'to a group', (w) => ({ dialog_id: w.yard, text: 'Hi' }), IN_YARD),
  row('dialogs.send', 'to a channel', (w) => ({ dialog_id: w.news, text: 'Hi' }), NEWS_ADMINS),
  row('dialogs.send', 'to who blocked', duet, BLOCKED_LINE),
  row(
    'dialogs.send',
    "editing another's",
    (w) => ({ dialog_id: w.yard, edit: w.annsMessage, text: 'Bye' }),
    [401, 404, 403, 403, 403, 403, 403],
  ),
  row('dialogs.message', 'a group', annsMessage, IN_YARD),
  row('dialogs.message', 'a private dialog', annInDuet, IN_DUET),
  row('dialogs.editMessage', 'own', ownMessage, SIGNED_IN),
  row('dialogs.editMessage', "another's", annsMessage, [401, 404, 403, 403, 403, 403, 403]),
  row('dialogs.editMessage', 'own, to who blocked', blockedInDuet, BLOCKED_LINE),
  row('dialogs.deleteMessage', 'own', ownMessage, SIGNED_IN),
  row('dialogs.deleteMessage', "another's", annsMessage, YARD_ADMINS),
  row('dialogs.deleteMessage', 'own, to who blocked', blockedInDuet, IN_DUET),
  row('dialogs.deleteMessage', 'of who blocked', annInDuet, BLOCKED_LINE),
  row('dialogs.react', 'a group', annsMessage, IN_YARD),
  row('dialogs.react', 'to who blocked', annInDuet, BLOCKED_LINE),
  row('dialogs.unreact', 'a group', annsMessage, IN_YARD),
  row('dialogs.unreact', 'to who blocked', annInDuet, IN_DUET),
  row('dialogs.read', 'a group', (w) => ({ dialog_id: w.yard, message: w.annsMessage }), IN_YARD),
  row('dialogs.read', 'a private dialog', duet, IN_DUET),
  row('dialogs.shared', '', (w) => ({ dialog_id: w.yard, kind: 'links' }), IN_YARD),
  row('dialogs.searchMessages', 'everywhere', () => ({ mask: 'hello' }), SIGNED_IN),
  row('dialogs.searchMessages', 'a group', (w) => ({ mask: 'hello', dialog: w.yard }), IN_YARD),

  row('files.upload', '', (w, caller, t) => bytes(w, caller, t, 'files.upload'), SIGNED_IN),
  row('files.list', '', nothing, SIGNED_IN),
  row('files.folders', '', nothing, SIGNED_IN),
  row('files.get', "another's", (w) => ({ file_id: w.annsFile }), UNKNOWN),
  row('files.update', "another's", (w) => ({ file_id: w.annsFile, name: 'b' }), UNKNOWN),
  row('files.remove', "another's", (w) => ({ file_id: w.annsFile }), UNKNOWN),
  row('search.all', '', () => ({ mask: 'hello' }), SIGNED_IN),

  row(
    'dialogs.send',
    'with what they do not know of',
    (w) => ({ dialog_id: w.yard, photos_list: [w.annsPhoto] }),
    [401, 404, 422, 422, 422, 403, 422],
  ),
  row('photos.upload', '', (w, caller, t) => bytes(w, caller, t, 'photos.upload'), SIGNED_IN),
  row('photos.list', '', nothing, SIGNED_IN),
  row('photos.get', "another's", (w) => ({ photo_id: w.annsPhoto }), UNKNOWN),
  row('photos.get', 'a public one', (w) => ({ photo_id: w.annsOpenPhoto }), NOT_BLOCKED),
  row('photos.remove', "another's", (w) => ({ photo_id: w.annsPhoto }), UNKNOWN),
  row(
    'photos.remove',
    'a public one',
    (w) => ({ photo_id: w.annsOpenPhoto }),
    [401, 403, 403, 403, 404, 403, 403],
  ),
  row('photos.of', '', ann, NOT_BLOCKED),

  row('community.get', '', nothing, ANYONE),
  row('community.update', '', () => ({ name: 'New' }), OWNER),
  row('admin.people', '', nothing, ADMINS),
  row('admin.ban', '', (w) => ({ user_id: w.nick, reason: 'spam' }), ADMINS),
  row('admin.ban', 'an admin', (w) => ({ user_id: w.callers.admin.id, reason: 'spam' }), OWNER),
  row('admin.ban', 'the owner', (w) => ({ user_id: w.callers.owner.id, reason: 'spam' }), NOBODY),
  row('admin.unban', '', (w) => ({ user_id: w.callers.banned.id }), ADMINS),
  row('admin.setRole', '', (w) => ({ user_id: w.nick, role: 'admin' }), OWNER),
  row('admin.resetCode', '', (w) => ({ user_id: w.nick }), ADMINS),
  row('admin.resetCode', 'the owner', (w) => ({ user_id: w.callers.owner.id }), NOBODY),
  row('admin.reports', '', nothing, ADMINS),
  row('admin.decideReport', '', (w) => ({ report_id: w.report, decision: 'fine' }), ADMINS),
  row('admin.acts', '', nothing, ADMINS),
  row('admin.invites', '', nothing, ADMINS),
  row('admin.createInvite', '', nothing, ADMINS),
  row('admin.revokeInvite', '', (w) => ({ code: w.spareCode }), ADMINS),
  row('admin.promos', '', nothing, ADMINS),
  row('admin.createPromo', '', () => ({ code: 'another', coins: 1, uses: 1 }), ADMINS),
  row('admin.revokePromo', '', (w) => ({ code: w.promo }), ADMINS),
  row('admin.mail', '', nothing, ADMINS),
];

function row(name: Name, of: string, given: Given, answers: Answers): Row {
  return { name, of, given, answers };
}

function credentials(w: World, caller: SignedIn | 'ann'): { email: string; password: string } {
  const { email, password } = caller === 'ann' ? w.ann : w.callers[caller];
  return { email, password };
}

/** Bytes that the caller handed over; who is banned can hand over none. */
function bytes(w: World, caller: SignedIn | 'ann', t: TestService, name: 'files.upload' | 'photos.upload') {
  const noName = 'A'.repeat(22);
  if (caller === 'banned') return { file: noName, photo: noName };
  return received(t, caller === 'ann' ? w.ann : w.callers[caller], name, fixture('picture.png'));
}

function newAccount(email: string) {
  return { name: 'Newer', email, password: 'Newer has a password' };
}

function tokenOf(w: World, caller: SignedIn | 'ann'): number {
  return w.tokens[caller === 'ann' ? 'member' : caller];
}

function joining(dialog: number, user: number | '@me' = '@me') {
  return { dialog_id: dialog, user_id: user };
}

function reported(Type: 'message' | 'dialog', Item: number) {
  return { Type, Item, reason: 'Loud' };
}
