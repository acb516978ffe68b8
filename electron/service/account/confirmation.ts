import type { Parsed } from '../../../shared/contract';
import { AppError, invalid } from '../../../shared/errors';
import { LIFETIMES } from '../../../shared/limits';
import { requireSetupCode, requireInvite } from '../access/admission';
import { addressKey } from '../address-key';
import { hashCode, isWithinLifetime } from '../codes';
import { findCommunity, updateCommunity } from '../community/queries';
import type { Context, ReadContext } from '../context';
import { countInviteUse } from '../dialogs/invite-queries';
import { indexPerson } from '../people/queries';
import { takeAttempt } from './attempts';
import { takeCodeTry } from './code-tries';
import { checkCaptcha, useCaptcha } from './captcha';
import {
  deleteCodes,
  deleteRegistration,
  findCode,
  findOwner,
  findRegistrationByCode,
  findRegistrationByInvite,
  insertPerson,
  updatePerson,
} from './queries';
import { requireFreeEmail } from './registration';

type Registration = NonNullable<Awaited<ReturnType<typeof findRegistrationByCode>>>;

/**
 * Confirms a registration or a new e-mail address. The code is a mailed one, that of the invitation (or the set-up
 * code) with which somebody registered, or one for a change of address. Each attempt costs a captcha, also one with a
 * wrong code. A code that nobody knows is `not_found`, so are used ones, which are forgotten, and those of another e-mail address
 * than the one given; one that is too old or was tried too often, or an invitation used up, is `gone`.
 */
export async function confirm(ctx: ReadContext, input: Parsed<'account.confirm'>) {
  takeAttempt(ctx, 'confirm');
  if (input.code === '') throw invalid('code', 'is required');
  const captcha = await checkCaptcha(ctx, input.captcha ?? input.h_captcha_response);
  const takeBack = takeCodeTry(ctx, 'confirm', input);
  return async (inner: Context) => {
    useCaptcha(inner, captcha);
    await apply(inner, input);
    inner.afterCommit(takeBack);
    return { ok: true as const };
  };
}

async function apply(ctx: Context, { code, email }: Parsed<'account.confirm'>): Promise<void> {
  const hash = hashCode(code);
  const isOwn = (address: string) => email === undefined || email === address;
  const mailed = await findRegistrationByCode(ctx.db, hash);
  if (mailed && isOwn(mailed.email)) return admit(ctx, mailed, false);
  const invited = await findRegistrationByInvite(ctx.db, {
    invite: code,
    email,
    address: addressKey(ctx.session.address),
  });
  if (invited) {
    const { isSetup } = await requireInvite(ctx, code);
    await admit(ctx, invited, isSetup);
    if (!isSetup) await countInviteUse(ctx.db, code);
    return;
  }
  const moving = await findCode(ctx.db, hash, 'email');
  if (!moving || !isOwn(moving.data))
    throw new AppError('not_found', 'Wrong code. Check it or request a new one.', {
      fields: { code: 'is wrong' },
    });
  await changeAddress(ctx, moving);
}

/** Makes a person of a registration; the first one, who has the set-up code, owns the community. */
async function admit(ctx: Context, registration: Registration, isSetup: boolean): Promise<void> {
  if (!isWithinLifetime(registration.expires_at, ctx.now(), LIFETIMES.code)) throw new AppError('gone');
  const { email, name, surname, password_hash } = registration;
  await requireSetupCode(ctx, isSetup);
  await requireFreeEmail(ctx, email);
  const isFirst = !(await findOwner(ctx.db));
  const id = ctx.newId();
  await insertPerson(ctx.db, {
    id,
    email,
    name,
    surname,
    password_hash,
    role: isFirst ? 'owner' : 'member',
    registered_at: ctx.now(),
  });
  await indexPerson(ctx.db, id);
  await deleteRegistration(ctx.db, { email });
  if (isFirst) await updateCommunity(ctx.db, (await findCommunity(ctx.db)).id, { setup_code: '' });
  ctx.emit({ type: 'profile', scope: { kind: 'community', id: 0 }, ref: { kind: 'person', id } });
  ctx.emit({
    type: 'community',
    scope: { kind: 'community', id: 0 },
    ref: { kind: 'community', id: ctx.community.id },
  });
}

async function changeAddress(
  ctx: Context,
  code: { person_id: number; data: string; expires_at: number },
): Promise<void> {
  if (!isWithinLifetime(code.expires_at, ctx.now(), LIFETIMES.code)) throw new AppError('gone');
  await requireFreeEmail(ctx, code.data);
  await updatePerson(ctx.db, code.person_id, { email: code.data });
  await deleteCodes(ctx.db, code.person_id);
  ctx.emit({
    type: 'profile',
    scope: { kind: 'person', id: code.person_id },
    ref: { kind: 'person', id: code.person_id },
  });
}
