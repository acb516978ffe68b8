import type { UserModel } from '../../../shared/contract/records';
import { call, own } from '../../api';
import { errorWords } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';
import type { Audience } from './audience';

/** The settings of privacy, as a record names them, and their spelling in `account.updateProfile`. */
const KEYS = {
  SendMessageState: 'sendMessageState',
  ViewFriendsState: 'viewFriendsState',
  ViewBirthdayState: 'viewBirthdayState',
  ViewAvatarState: 'viewAvatarState',
  PostState: 'postState',
  CommentsState: 'commentsState',
  AddFriendState: 'addFriendState',
  SearchState: 'searchState',
  OnlineType: 'onlineType',
} as const;

export type PrivacyKey = keyof typeof KEYS;
/** Those that say who may. */
export type AudienceKey = {
  [Key in PrivacyKey]: UserModel[Key] extends Audience ? Key : never;
}[PrivacyKey];

/** The own privacy: each setting holds at once, and goes back, with the reason, when it could not be kept. */
export class Privacy {
  #saved = $state<PrivacyKey | null>(null);
  #failed = $state.raw<{ key: PrivacyKey; error: unknown } | null>(null);
  /** The last wish for each setting; an earlier one that fails late takes nothing back. */
  readonly #wishes = new Map<PrivacyKey, symbol>();

  /** "Saved" beside the setting that was changed last. */
  savedAt(key: PrivacyKey): string | undefined {
    return this.#saved === key ? m().common.saved : undefined;
  }

  faultAt(key: PrivacyKey): string | undefined {
    if (this.#failed?.key !== key) return undefined;
    return m().settings.privacy.notKept(errorWords(this.#failed.error));
  }

  async set<Key extends PrivacyKey>(key: Key, value: UserModel[Key]): Promise<void> {
    const before = own.person?.[key];
    const wish = Symbol(key);
    this.#wishes.set(key, wish);
    this.#saved = this.#failed = null;
    own.change({ [key]: value });
    try {
      await call('account.updateProfile', { [KEYS[key]]: value });
      if (this.#wishes.get(key) === wish) this.#saved = key;
    } catch (error) {
      if (this.#wishes.get(key) !== wish) return;
      own.change({ [key]: before });
      this.#failed = { key, error };
    }
  }
}
