import type { Output } from '../../../shared/contract';
import { call } from '../../api';
import { inviteStatus } from '../../i18n/invite';

/** The last good backup, in Unix seconds (0 for none), and how it stands with the copies on another disk. */
interface BackupAge {
  newest: number;
  otherDisk: 'none' | 'good' | 'overdue';
}

/** The community at a glance. Each part is null until it is loaded; the parts don't wait for each other. */
export class CommunityOverview {
  activity = $state.raw<Output<'admin.activity'> | null>(null);
  storage = $state.raw<Output<'admin.storage'> | null>(null);
  sharing = $state.raw<Output<'admin.sharing'> | null>(null);
  invitations = $state<number | null>(null);
  backup = $state.raw<BackupAge | null>(null);
  mail = $state.raw<Output<'admin.health'>['Mail'] | null>(null);

  /** The most that was written in one week, at least 1. */
  get max(): number {
    return Math.max(1, ...(this.activity?.Weeks ?? []).map(writtenIn));
  }

  /** Loads everything. A part that can't be loaded stays as it was. */
  async load(): Promise<void> {
    await Promise.allSettled([
      call('admin.activity').then((activity) => (this.activity = activity)),
      call('admin.storage').then((storage) => (this.storage = storage)),
      call('admin.sharing').then((sharing) => (this.sharing = sharing)),
      call('admin.invites').then(
        (all) => (this.invitations = all.filter((invite) => !inviteStatus(invite).isOver).length),
      ),
      call('admin.health').then(({ Mail }) => (this.mail = Mail)),
      Promise.all([call('admin.backups'), call('admin.backupFolder')]).then(
        (found) => (this.backup = backupAge(...found)),
      ),
    ]);
  }
}

/** Messages and posts of a week. */
export function writtenIn({ Messages, Posts }: Output<'admin.activity'>['Weeks'][number]): number {
  return Messages + Posts;
}

/** Null where the host makes no backups. */
function backupAge(local: Output<'admin.backups'>, folder: Output<'admin.backupFolder'>): BackupAge | null {
  if (folder.ByDatabase) return null;
  const sound = local.filter(({ Sound }) => Sound).map(({ Timestamp }) => Timestamp);
  const newest = Math.max(0, folder.LastGood, ...sound);
  const otherDisk = folder.Overdue ? 'overdue' : folder.LastGood ? 'good' : 'none';
  return { newest, otherDisk };
}
