import HardDriveDownload from '@lucide/svelte/icons/hard-drive-download';
import MonitorX from '@lucide/svelte/icons/monitor-x';
import { AppError, offline, type OfflineKind } from '../../api';
import { errorText } from '../../i18n/errors';
import { m } from '../../i18n/index.svelte';
import { toasts, type MenuItem } from '../../ui';

/** Returns the menu item that makes items available offline, or removes them; none where that isn't possible. */
export function offlineMenu(kind: OfflineKind, ids: readonly number[]): MenuItem[] {
  if (!offline.isOffered || ids.length === 0) return [];
  const missing = ids.filter((id) => (offline.of(kind, id)?.state ?? 'failed') === 'failed');
  const t = m().media.offline;
  return missing.length > 0
    ? [{ label: t.keep, icon: HardDriveDownload, onselect: () => void change('keep', kind, missing) }]
    : [{ label: t.remove, icon: MonitorX, onselect: () => void change('remove', kind, ids) }];
}

async function change(action: 'keep' | 'remove', kind: OfflineKind, ids: readonly number[]): Promise<void> {
  try {
    for (const id of ids) await offline.change(action, kind, id);
  } catch {
    toasts.show({ message: errorText(new AppError('server_error')), tone: 'danger' });
  }
}
