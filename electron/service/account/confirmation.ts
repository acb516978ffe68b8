import type { Parsed } from '../../../shared/contract';
import { AppError, invalid } from '../../../shared/errors';
import { LIFETIMES } from '../../../shared/limits';
import { requireSetupCode, requireInvite } from '../access/admission';
import { addressKey } from '../address-key';
import { hashCode, isWithinLifetime } from '../codes';
import { findCommunity, updateCommunity } from '../community/queries';
import type { Context, ReadContext } from '../context';
import { countInviteUse } from '../dialogs/invite-queries';
import { joinCommons } from '../dialogs/joining';
import { notifyGrouped } from '../notifications/notifications';
import { indexPerson } from '../people/queries';
import { countAttempt } from './attempts';
import { countCodeAttempt } from './code-attempts';
import { checkCaptcha, consumeCaptcha } from './captcha';
import {
  deletePendingCodes,
  deleteRegistration,
  findCode,
  findOwner,
  findRegistrationByCode,
  findRegistrationByInvite,
  insertPerson,
  updatePerson,
} from './queries';
import { requireFreeEmail } from './registration';
import { findFreeTag } from './tags';

/** Registered without an invitation. */
const NOT_INVITED = { isSetup: false, inviter: 0 };

type Registration = NonNullable<Awaited<ReturnType<typeof findRegistrationByCode>>>;

/**
 * Confirms a registration or a change of email address. The code is a mailed one, or the invitation (or set-up code)
 * used to register. Every attempt costs a captcha. Throws `not_found` for codes that are unknown, used, or belong to
 * another email address than the given one, and `gone` for expired codes, too many attempts, or a used-up invitation.
 */
export async function confirm(ctx: ReadContext, input: Parsed<'account.confirm'>) {
  countAttempt(ctx, 'confirm');
  if (input.code === '') throw invalid('code', 'is required');
  const captcha = await checkCaptcha(ctx, input.captcha ?? input.h_captcha_response);
  const undoAttempt = countCodeAttempt(ctx, 'confirm', input);
  return async (inner: Context) => {
    consumeCaptcha(inner, captcha);
    await applyCode(inner, input);
    inner.afterCommit(undoAttempt);
    return { ok: true as const };
  };
}

async function applyCode(ctx: Context, { code, email }: Parsed<'account.confirm'>): Promise<void> {
  const hash = hashCode(code);
  const isSameEmail = (address: string) => email === undefined || email === address;
  const mailed = await findRegistrationByCode(ctx.db, hash);
  if (mailed && isSameEmail(mailed.email)) return createPerson(ctx, mailed, NOT_INVITED);
  const invited = await findRegistrationByInvite(ctx.db, {
    invite: code,
    email,
    address: addressKey(ctx.session.address),
  });
  if (invited) {
    const admission = await requireInvite(ctx, code);
    await createPerson(ctx, invited, admission);
    if (!admission.isSetup) await countInviteUse(ctx.db, code);
    return;
  }
  const emailChange = await findCode(ctx.db, hash, 'email');
  if (!emailChange || !isSameEmail(emailChange.data))
    throw new AppError('not_found', 'Wrong code. Check it or request a new one.', {
      fields: { code: 'is wrong' },
    });
  await applyEmailChange(ctx, emailChange);
}

/** Creates a person from a registration. The first one, who has the set-up code, owns the community. */
async function createPerson(
  ctx: Context,
  registration: Registration,
  { isSetup, inviter }: typeof NOT_INVITED,
): Promise<void> {
  if (!isWithinLifetime(registration.expires_at, ctx.now(), LIFETIMES.code)) throw new AppError('gone');
  const { email, name, surname, password_hash } = registration;
  await requireSetupCode(ctx, isSetup);
  await requireFreeEmail(ctx, email);
  const owner = await findOwner(ctx.db);
  const id = ctx.newId();
  await insertPerson(ctx.db, {
    id,
    email,
    name,
    surname,
    link: await findFreeTag(ctx, registration.link),
    password_hash,
    role: owner ? 'member' : 'owner',
    registered_at: ctx.now(),
    invited_by: inviter,
  });
  await indexPerson(ctx.db, id);
  await deleteRegistration(ctx.db, { email });
  if (!owner) await updateCommunity(ctx.db, ctx.community.id, { setup_code: '' });
  ctx.emit({ type: 'profile', scope: { kind: 'community', id: 0 }, ref: { kind: 'person', id } });
  ctx.emit({
    type: 'community',
    scope: { kind: 'community', id: 0 },
    ref: { kind: 'community', id: ctx.community.id },
  });
  await joinCommons(ctx, id);
  if (owner) await notifyOwner(ctx, owner.id, id);
}

/** Notifies the owner of a newcomer, if they want that. */
async function notifyOwner(ctx: Context, owner: number, newcomer: number): Promise<void> {
  if ((await findCommunity(ctx.db)).join_notices === 0) return;
  await notifyGrouped(ctx, {
    person: owner,
    user: newcomer,
    type: 'person_joined',
    target: ctx.community.id,
    item: { kind: 'person', id: newcomer },
    isRepeated: false,
  });
}

async function applyEmailChange(
  ctx: Context,
  code: { person_id: number; data: string; expires_at: number },
): Promise<void> {
  if (!isWithinLifetime(code.expires_at, ctx.now(), LIFETIMES.code)) throw new AppError('gone');
  await requireFreeEmail(ctx, code.data);
  await updatePerson(ctx.db, code.person_id, { email: code.data });
  await deletePendingCodes(ctx.db, code.person_id);
  ctx.emit({
    type: 'profile',
    scope: { kind: 'person', id: code.person_id },
    ref: { kind: 'person', id: code.person_id },
  });
}
