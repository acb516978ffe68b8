import { z } from 'zod';
import { ProfileChanges } from '../../../shared/contract/account';
import type { UserModel } from '../../../shared/contract/records';
import { AppError } from '../../../shared/errors';
import { isPrivacySwitch, PRIVACY_SETTINGS, privacyNames } from '../../../shared/privacy';
import { ownUser } from '../people/records';
import { readPreferences, updatePreferences } from '../account/preferences';
import { prepareProfile } from '../account/profile';
import type { ImportRun } from './import-run';

/**
 * Imports those fields of the profile, privacy settings and preferences that were not set here yet. The name and the
 * tag were chosen at the registration; the e-mail address and everything that others gave stay where they are.
 */
export async function importProfile(run: ImportRun): Promise<void> {
  await run.attempt('profile', async () => {
    const profile = VALUES.safeParse(await run.archive.object('profile'));
    const own = await ownUser(await run.context(), run.person);
    if (profile.success && own) await importFields(run, profile.data, own);
  });
  await run.attempt('preference', async () => {
    const preferences = PREFERENCES.safeParse(await run.archive.object('preferences'));
    if (preferences.success) await importPreferences(run, preferences.data);
  });
}

const VALUES = z.record(z.string(), z.unknown());
const PREFERENCES = z.record(z.string().max(100), z.json());

async function importPreferences(run: ImportRun, given: z.infer<typeof PREFERENCES>): Promise<void> {
  const current = await readPreferences(await run.context());
  for (const [key, value] of Object.entries(given)) {
    if (value === null) continue;
    const here = Object.hasOwn(current, key) ? current[key] : undefined;
    if (isSame(here, value)) run.summary.add('preference', 'Existing');
    else if (here !== undefined) run.summary.skip('preference', 'kept');
    else {
      await run.attempt('preference', async () => {
        await run.transact((inner) => updatePreferences(inner, { [key]: value }));
        run.summary.add('preference', 'Imported');
      });
    }
  }
}

type Key = keyof ProfileChanges;

/** The key of an input, by the field of the record, and the value with which a new account begins. */
const FIELDS: Record<string, { key: Key; initial: unknown }> = {
  Status: { key: 'status', initial: '' },
  About: { key: 'about', initial: '' },
  Emoji: { key: 'emoji', initial: '' },
  Birthday: { key: 'birthday', initial: '' },
  Website: { key: 'website', initial: '' },
  WorksAt: { key: 'worksAt', initial: '' },
  Languages: { key: 'languages', initial: [] },
  Relationships: { key: 'relationships', initial: 0 },
  Avatar: { key: 'avatar', initial: 0 },
  Banner: { key: 'banner', initial: 0 },
  OnlineType: { key: 'onlineType', initial: 0 },
  OnlineStatus: { key: 'onlineStatus', initial: 'online' },
  ...Object.fromEntries(
    privacyNames.map((name) => [
      name,
      { key: PRIVACY_SETTINGS[name].key, initial: isPrivacySwitch(name) ? true : 0 },
    ]),
  ),
};

/** Where someone lives is one matter: the city of one country doesn't belong to another. */
const PLACE: Record<string, { key: Key; initial: unknown }> = {
  Country: { key: 'country', initial: 0 },
  Region: { key: 'region', initial: 0 },
  City: { key: 'city', initial: 0 },
  CityNative: { key: 'cityNative', initial: '' },
  RegionNative: { key: 'regionNative', initial: '' },
};

async function importFields(run: ImportRun, profile: Record<string, unknown>, own: UserModel): Promise<void> {
  const groups = [...Object.entries(FIELDS).map(([name, field]) => ({ [name]: field })), PLACE];
  for (const group of groups) {
    const names = Object.keys(group);
    const values = new Map<string, unknown>();
    for (const name of names) values.set(name, await valueOf(run, name, profile[name]));
    const here = own as unknown as Record<string, unknown>;
    const isInitial = (of: (name: string) => unknown) =>
      names.every((name) => isSame(of(name), group[name]?.initial));
    if (isInitial((name) => values.get(name) ?? group[name]?.initial)) continue;
    if (names.every((name) => isSame(here[name], values.get(name)))) run.summary.add('profile', 'Existing');
    else if (!isInitial((name) => here[name])) run.summary.skip('profile', 'kept');
    else {
      const changes = Object.fromEntries(names.map((name) => [group[name]?.key, values.get(name)]));
      await run.attempt('profile', () => update(run, changes));
    }
  }
}

async function update(run: ImportRun, given: unknown): Promise<void> {
  const changes = ProfileChanges.safeParse(given);
  if (!changes.success) throw new AppError('validation_error', undefined, { cause: changes.error });
  const write = await prepareProfile(await run.context(), changes.data);
  await run.transact(write);
  run.summary.add('profile', 'Imported');
}

async function valueOf(run: ImportRun, name: string, value: unknown): Promise<unknown> {
  if (name !== 'Avatar' && name !== 'Banner') return value;
  return typeof value === 'number' && value > 0 ? run.idOf('photo', value) : 0;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
