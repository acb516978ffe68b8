import { randomBytes } from 'node:crypto';
import type { Output, Parsed } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { LIMITS } from '../../../shared/limits';
import { hashToken, requirePerson } from '../access/access';
import { requireOwnApp } from '../access/apps';
import type { Context, ReadContext } from '../context';
import { deleteApp, insertApp, listApps, listAppTokens, updateApp } from './queries';
import { appRecord } from './records';
import { checkRedirects } from './redirects';

/** Returns the caller's own apps, newest first. */
export async function list(ctx: ReadContext): Promise<Output<'apps.list'>> {
  return (await listApps(ctx.db, requirePerson(ctx).id)).map(appRecord);
}

/** Creates an app, with a secret unless it is public. */
export async function create(ctx: Context, input: Parsed<'apps.create'>): Promise<Output<'apps.create'>> {
  const { id: person } = requirePerson(ctx);
  checkRedirects(input.redirects);
  if ((await listApps(ctx.db, person)).length >= LIMITS.appsEach) throw new AppError('conflict', TOO_MANY);
  const secret = input.public ? null : generateSecret();
  const app = {
    id: ctx.newId(),
    person_id: person,
    name: input.name,
    secret_hash: secret === null ? null : hashToken(secret),
    redirects: JSON.stringify(input.redirects),
    created_at: ctx.now(),
  };
  await insertApp(ctx.db, app);
  return { ...appRecord(app), ...(secret !== null && { Secret: secret }) };
}

/** Changes the name or the redirect addresses of an app; people who signed in to it stay signed in. */
export async function update(ctx: Context, input: Parsed<'apps.update'>): Promise<Output<'apps.update'>> {
  const app = await requireOwnApp(ctx, input.app_id);
  const { name = app.name, redirects } = input;
  if (redirects) checkRedirects(redirects);
  const changes = { name, redirects: redirects ? JSON.stringify(redirects) : app.redirects };
  await updateApp(ctx.db, app.id, changes);
  return appRecord({ ...app, ...changes });
}

/** Deletes an app: everybody who signed in to it is signed out of it. */
export async function remove(ctx: Context, { app_id }: Parsed<'apps.remove'>) {
  const { id } = await requireOwnApp(ctx, app_id);
  await deleteWithTokens(ctx, id);
  return { ok: true as const };
}

/** Replaces an app's secret; the old one is invalid at once, tokens stay. Throws `conflict` for a public app. */
export async function rotateSecret(
  ctx: Context,
  { app_id }: Parsed<'apps.rotateSecret'>,
): Promise<Output<'apps.rotateSecret'>> {
  const app = await requireOwnApp(ctx, app_id);
  if (app.secret_hash === null)
    throw new AppError('conflict', 'A public app has no secret. Create an app with a secret instead.');
  const secret = generateSecret();
  await updateApp(ctx.db, app.id, { secret_hash: hashToken(secret) });
  return { ...appRecord(app), Secret: secret };
}

async function deleteWithTokens(ctx: Context, app: number): Promise<void> {
  const tokens = await listAppTokens(ctx.db, app);
  await deleteApp(ctx.db, app);
  ctx.afterCommit(() => {
    for (const token of tokens) ctx.connections.close({ token });
  });
}

/** Hexadecimal, because clients disagree about how other characters are escaped in `Authorization: Basic`. */
function generateSecret(): string {
  return randomBytes(32).toString('hex');
}

const TOO_MANY = `You have ${LIMITS.appsEach} apps, which is the limit. Delete one and try again.`;
