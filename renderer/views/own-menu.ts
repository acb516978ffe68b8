import Circle from '@lucide/svelte/icons/circle';
import CircleMinus from '@lucide/svelte/icons/circle-minus';
import LogOut from '@lucide/svelte/icons/log-out';
import Moon from '@lucide/svelte/icons/moon';
import UserRound from '@lucide/svelte/icons/user-round';
import type { OnlineStatus } from '../../shared/contract/records';
import { call, me } from '../api';
import { errorText } from '../i18n/errors';
import { m } from '../i18n/index.svelte';
import { router } from '../router.svelte';
import { signOutRequest } from '../settings/outbox/sign-out.svelte';
import { toasts, type MenuItem } from '../ui';

const ICONS = { online: Circle, moved_away: Moon, dont_disturb: CircleMinus } as const;

/** The entry that opens a person's own page. Reactive. */
export function ownProfileItem(): MenuItem {
  return {
    label: m().shell.ownProfile,
    icon: UserRound,
    onselect: () => router.go({ view: 'person', user: me.reference }),
  };
}

/** The entry that ends the session, after a question if something would be lost. Reactive. */
export function signOutItem(): MenuItem {
  return { label: m().shell.signOut, icon: LogOut, onselect: () => signOutRequest.begin() };
}

/** The entries with which a person chooses their status. Reactive. */
export function statusItems(): MenuItem[] {
  const t = m().shell.status;
  const chosen = me.person?.OnlineStatus ?? 'online';
  return (Object.keys(ICONS) as OnlineStatus[]).map((status) => ({
    label: t[status],
    icon: ICONS[status],
    checked: status === chosen,
    onselect: () => void choose(status, chosen),
  }));
}

/** Applies a status at once, and takes it back if the host can't be reached. */
async function choose(status: OnlineStatus, before: OnlineStatus): Promise<void> {
  me.change({ OnlineStatus: status });
  try {
    await call('account.updateProfile', { onlineStatus: status });
  } catch (error) {
    me.change({ OnlineStatus: before });
    toasts.show({ message: errorText(error), tone: 'danger' });
  }
}
