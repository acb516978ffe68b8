import Circle from '@lucide/svelte/icons/circle';
import CircleMinus from '@lucide/svelte/icons/circle-minus';
import Moon from '@lucide/svelte/icons/moon';
import type { OnlineStatus } from '../../shared/contract/records';
import { call, own } from '../api';
import { errorText } from '../i18n/errors';
import { m } from '../i18n/index.svelte';
import { toasts, type MenuItem } from '../ui';

const ICONS = { online: Circle, moved_away: Moon, dont_disturb: CircleMinus } as const;

/** The entries with which a person chooses their status. Reactive. */
export function statusItems(): MenuItem[] {
  const t = m().shell.status;
  const chosen = own.person?.OnlineStatus ?? 'online';
  return (Object.keys(ICONS) as OnlineStatus[]).map((status) => ({
    label: t[status],
    icon: ICONS[status],
    checked: status === chosen,
    onselect: () => void choose(status, chosen),
  }));
}

/** Applies a status at once, and takes it back if the host can't be reached. */
async function choose(status: OnlineStatus, before: OnlineStatus): Promise<void> {
  own.change({ OnlineStatus: status });
  try {
    await call('account.updateProfile', { onlineStatus: status });
  } catch (error) {
    own.change({ OnlineStatus: before });
    toasts.show({ message: errorText(error), tone: 'danger' });
  }
}
