import type { UserModel } from '../../../shared/contract/records';
import { PRIVACY_SETTINGS, type PrivacyName } from '../../../shared/privacy';
import { call, me } from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';

/**
 * The keys on this page: those of `PRIVACY_SETTINGS`, and `OnlineType`, which limits who sees when the person was last
 * online.
 */
export type PrivacyKey = PrivacyName | 'OnlineType';

/**
 * The privacy settings of the signed-in person. Each change is an optimistic update that reverts with an error when
 * saving fails.
 */
export class Privacy {
  #saved = $state<PrivacyKey | null>(null);
  #failed = $state.raw<{ key: PrivacyKey; error: unknown } | null>(null);
  /** The latest request per setting. When an older request fails late, its change is not reverted. */
  readonly #pending = new Map<PrivacyKey, symbol>();

  /** Returns "Saved" for the setting that was saved last. */
  savedAt(key: PrivacyKey): string | undefined {
    return this.#saved === key ? m().common.saved : undefined;
  }

  faultAt(key: PrivacyKey): string | undefined {
    if (this.#failed?.key !== key) return undefined;
    return m().settings.privacy.notSaved(errorText(this.#failed.error));
  }

  async set<Key extends PrivacyKey>(key: Key, value: UserModel[Key]): Promise<void> {
    const before = me.person?.[key];
    const wish = Symbol(key);
    this.#pending.set(key, wish);
    this.#saved = this.#failed = null;
    me.change({ [key]: value });
    try {
      await call('account.updateProfile', { [inputKeyOf(key)]: value });
      if (this.#pending.get(key) === wish) this.#saved = key;
    } catch (error) {
      if (this.#pending.get(key) !== wish) return;
      me.change({ [key]: before });
      this.#failed = { key, error };
    }
  }
}

function inputKeyOf(key: PrivacyKey): string {
  return key === 'OnlineType' ? 'onlineType' : PRIVACY_SETTINGS[key].key;
}
