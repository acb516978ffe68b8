import type { UserModel } from '../../../shared/contract/records';
import { call, me } from '../../api';
import { m } from '../../i18n/index.svelte';
import { ChangeablePicture } from '../../media/pictures/changeable-picture.svelte';
import { FormDraft } from '../draft.svelte';

/** The fields of the profile page, named as in `account.updateProfile`. */
export type ProfileValues = {
  name: string;
  surname: string;
  link: string;
  status: string;
  about: string;
  birthday: string;
  country: number;
  regionNative: string;
  cityNative: string;
  worksAt: string;
  website: string;
  relationships: number;
  languages: number[];
};

export type ProfileField = keyof ProfileValues;

/** A field of the profile that is edited as plain text. */
export type ProfileTextField = Exclude<ProfileField, 'country' | 'relationships' | 'languages'>;

/** The signed-in person's profile while it is edited. */
export class OwnProfile {
  readonly draft = new FormDraft<ProfileValues>(
    'profile',
    () => valuesOf(me.person),
    async (changes) => {
      await call('account.updateProfile', prepared(changes));
      await me.load();
    },
  );

  /** The profile photo. Like everywhere, a change is saved at once. */
  readonly avatar = new ChangeablePicture('avatar', async (avatar) => {
    await call('account.updateProfile', { avatar });
    await me.load();
  });

  /** Returns the error message of a field. */
  faultAt(field: ProfileField): string | undefined {
    const { saving } = this.draft;
    if (!saving.isAt(field)) return undefined;
    const t = m().settings.profile.errors;
    switch (field) {
      case 'link':
        return saving.error?.code === 'conflict' ? t.linkTaken : t.link;
      case 'name':
        return this.draft.values.name.trim() ? t.name : m().common.failed.required;
      case 'surname':
      case 'website':
      case 'birthday':
        return t[field];
      default:
        return t.other;
    }
  }

  get isAtField(): boolean {
    return Object.keys(this.draft.saving.error?.fields ?? {}).length > 0;
  }

  /**
   * Validates the changes like the host does, and rejects a birthday in the future. Returns true when they are valid,
   * or when the rules can't be loaded: the host checks them anyway.
   */
  async check(): Promise<boolean> {
    const changes = prepared(this.draft.changes);
    const rules = await loadRules().catch(() => null);
    const faults = rules?.faultsIn(changes) ?? {};
    if ((changes.birthday ?? '') > today()) faults['birthday'] = 'is in the future';
    if (Object.keys(faults).length === 0) return true;
    this.draft.saving.refuse(faults);
    return false;
  }
}

/** Loads the rules by which `check` validates. */
export const loadRules = () => import('./profile-rules');

/** Returns the local date in the format of a birthday: "2026-01-05". */
export function today(): string {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function valuesOf(person: UserModel | null): ProfileValues {
  return {
    name: person?.Name ?? '',
    surname: person?.Surname ?? '',
    link: person?.Link ?? '',
    status: person?.Status ?? '',
    about: person?.About ?? '',
    birthday: person?.Birthday ?? '',
    country: person?.Country ?? 0,
    regionNative: person?.RegionNative ?? '',
    cityNative: person?.CityNative ?? '',
    worksAt: person?.WorksAt ?? '',
    website: person?.Website ?? '',
    relationships: person?.Relationships ?? 0,
    languages: person?.Languages ?? [],
  };
}

/** Adds "https://" to a website without a scheme, as people type "example.org". */
function prepared(changes: Partial<ProfileValues>): Partial<ProfileValues> {
  const website = changes.website?.trim();
  if (website === undefined) return changes;
  return { ...changes, website: website && !/^[a-z]+:/i.test(website) ? `https://${website}` : website };
}
