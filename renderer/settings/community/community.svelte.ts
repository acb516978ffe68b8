import type { Output } from '../../../shared/contract';
import type { Community } from '../../../shared/contract/records';
import { PAGE_SIZES } from '../../../shared/limits';
import { call, currentCommunity, on, PagedList } from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';
import { ChangeablePicture } from '../../media/pictures/changeable-picture.svelte';
import { FormDraft } from '../draft.svelte';

type Registration = Community['Registration'];
type AuditEntry = Output<'admin.acts'>[number];

/** Edits the community's name, description, picture and registration, and loads its audit log. */
export class OwnCommunity {
  readonly draft = new FormDraft<{ name: string; description: string }>(
    'community',
    () => ({
      name: currentCommunity.record?.Name ?? '',
      description: currentCommunity.record?.Description ?? '',
    }),
    async (changes) => currentCommunity.set(await call('community.update', changes)),
  );
  readonly picture = new ChangeablePicture('community', async (avatar) =>
    currentCommunity.set(await call('community.update', { avatar })),
  );
  readonly auditLog = new PagedList<AuditEntry>({
    read: ({ page }) => call('admin.acts', { page }),
    keyOf: ({ ID }) => ID,
    size: PAGE_SIZES.admin,
  });
  #isSaved = $state(false);
  #failed = $state.raw<unknown>(null);

  get saved(): string | undefined {
    return this.#isSaved ? m().common.saved : undefined;
  }

  /** The error message when changing who may join failed. */
  get failure(): string | undefined {
    return this.#failed ? m().settings.privacy.notSaved(errorText(this.#failed)) : undefined;
  }

  /** Loads the audit log and reloads it on events of what it records. Returns a function that unsubscribes. */
  follow(): () => void {
    void this.auditLog.load();
    const off = on(({ Type }) => {
      if (Type === 'reset' || Type === 'community' || Type === 'profile')
        this.auditLog.loadSoon(RELOAD_DELAY_MS);
    });
    return () => {
      off();
      this.auditLog.stop();
    };
  }

  faultAt(field: 'name' | 'description'): string | undefined {
    const { saving } = this.draft;
    if (!saving.isAt(field)) return undefined;
    return this.draft.values.name.trim() ? m().settings.profile.errors.other : m().common.failed.required;
  }

  check(): boolean {
    if (this.draft.values.name.trim()) return true;
    this.draft.saving.refuse({ name: 'must not be empty' });
    return false;
  }

  /** Changes who may join. Optimistic update: reverts when the host rejects it. */
  async setRegistration(registration: Registration): Promise<void> {
    const before = currentCommunity.record;
    if (!before) return;
    this.#isSaved = false;
    this.#failed = null;
    currentCommunity.set({ ...before, Registration: registration });
    try {
      currentCommunity.set(await call('community.update', { registration }));
      this.#isSaved = true;
      void this.auditLog.load();
    } catch (error) {
      currentCommunity.set({ ...(currentCommunity.record ?? before), Registration: before.Registration });
      this.#failed = error;
    }
  }
}

/** Debounce of the reload of the audit log. */
const RELOAD_DELAY_MS = 400;
