import type { Parsed } from '../../../shared/contract';
import type { ProfileChanges } from '../../../shared/contract/account';
import { AppError, invalid } from '../../../shared/errors';
import { privacyColumnByKey } from '../../../shared/privacy';
import { requirePerson } from '../access/access';
import { requireKnownCountry } from '../countries';
import { requirePicture } from '../access/photos';
import type { Context, ReadContext } from '../context';
import { resolveEmoji } from '../emoji';
import { indexPerson } from '../people/queries';
import { findPersonByLink, updatePerson, type PersonChanges } from './queries';

/** Resolves the name of an emoji, then returns the function that updates the given fields of the caller's profile. */
export async function prepareProfile(_: ReadContext, input: Parsed<'account.updateProfile'>) {
  const emoji = input.emoji === undefined ? {} : { emoji: await resolveEmoji(input.emoji) };
  return (ctx: Context) => updateProfile(ctx, { ...input, ...emoji });
}

async function updateProfile(ctx: Context, changes: Parsed<'account.updateProfile'>) {
  const { id } = requirePerson(ctx);
  requirePast(ctx, changes.birthday);
  requireKnownCountry(changes.country);
  for (const field of ['avatar', 'banner'] as const) await requirePicture(ctx, field, changes[field] ?? 0);
  await requireFreeLink(ctx, id, changes.link);
  const columns = columnsOf(changes);
  if (Object.keys(columns).length === 0) return { ok: true as const };
  await updatePerson(ctx.db, id, columns);
  if (changes.onlineStatus) ctx.afterCommit(() => ctx.connections.announce(id));
  // Others see a status in the presence that is announced to those who know the person.
  const isOwnMatter = Object.keys(columns).every((column) => column === 'online_status');
  if (!isOwnMatter) await indexPerson(ctx.db, id);
  const scope = isOwnMatter ? { kind: 'person' as const, id } : { kind: 'community' as const, id: 0 };
  ctx.emit({ type: 'profile', scope, ref: { kind: 'person', id } });
  return { ok: true as const };
}

/** Accepts birthdays from 1900 until today, in any time zone. */
function requirePast(ctx: Context, birthday = ''): void {
  if (birthday === '') return;
  const tomorrow = new Date((ctx.now() + DAY) * 1000).toISOString().slice(0, 10);
  if (birthday > tomorrow || birthday < '1900-01-01')
    throw invalid('birthday', 'must be between 1900-01-01 and today');
}

const DAY = 86_400;

async function requireFreeLink(ctx: Context, person: number, link: string | undefined): Promise<void> {
  const owner = link ? await findPersonByLink(ctx.db, link) : undefined;
  if (owner && owner.id !== person) {
    throw new AppError('conflict', 'This tag is taken. Choose another one.', {
      fields: { link: 'is taken' },
    });
  }
}

function columnsOf(changes: ProfileChanges): PersonChanges {
  const columns = Object.entries(changes).flatMap(([key, value]) =>
    value === undefined ? [] : [[COLUMNS[key as keyof ProfileChanges], toColumn(value)] as const],
  );
  return Object.fromEntries(columns);
}

function toColumn(value: string | number | boolean | number[]): string | number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

const COLUMNS: Record<keyof ProfileChanges, keyof PersonChanges> = {
  name: 'name',
  surname: 'surname',
  link: 'link',
  status: 'status',
  about: 'about',
  emoji: 'emoji',
  birthday: 'birthday',
  website: 'website',
  worksAt: 'works_at',
  country: 'country',
  region: 'region',
  city: 'city',
  cityNative: 'city_native',
  regionNative: 'region_native',
  languages: 'languages',
  relationships: 'relationships',
  avatar: 'avatar',
  banner: 'banner',
  onlineType: 'online_type',
  onlineStatus: 'online_status',
  ...privacyColumnByKey,
};
