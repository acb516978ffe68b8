import { includesScope, type AppScope } from '../../../shared/app-scopes';
import { endpointOf, type Name } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Caller } from '../context';

/** Access control of apps of other makers: which calls their tokens may make for a person. */

type Area = Name extends `${infer A}.${string}` ? A : never;

/** What apps may call: areas by kind (`read` for reads, `write` for writes) or never. */
const AREAS: Record<Area, 'by kind' | 'never'> = {
  account: 'never',
  admin: 'never',
  apps: 'never',
  community: 'by kind',
  dialogs: 'by kind',
  files: 'by kind',
  geo: 'by kind',
  music: 'by kind',
  people: 'by kind',
  photos: 'by kind',
  posts: 'by kind',
  search: 'by kind',
  shop: 'by kind',
  stickers: 'by kind',
  sync: 'never',
  videos: 'by kind',
};

const EXCEPTIONS: Partial<Record<Name, AppScope | 'never'>> = {
  'people.me': 'profile',
  'community.get': 'profile',
  'community.update': 'never',
  'dialogs.createCommons': 'never',
};

/** The scope that an app's token needs for a call; `never` if apps may not make it. */
export function scopeFor(name: Name): AppScope | 'never' {
  const exception = EXCEPTIONS[name];
  if (exception) return exception;
  const area = name.slice(0, name.indexOf('.')) as Area;
  return AREAS[area] === 'by kind' ? endpointOf(name).kind : 'never';
}

/** Throws `access_denied` if the caller is an app whose token doesn't include a scope. */
export function requireScope({ app }: Caller, scope: AppScope | 'never'): void {
  if (!app) return;
  if (scope === 'never')
    throw new AppError('access_denied', 'Apps can’t do this. Sign in to Courtyard to do it yourself.');
  if (!includesScope(app.scopes, scope)) {
    throw new AppError(
      'access_denied',
      `This app doesn’t have the permission “${scope}”. Sign in to it again and allow it.`,
    );
  }
}
