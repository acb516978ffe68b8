import { AppError } from '../../../shared/errors';
import { requireAdministrator, requireOwner } from './access';
import { findAdminTarget } from '../admin/queries';
import type { Caller, ChooseBackup, ReadContext } from '../context';
import { findLetter, type MailReader } from '../mail/queries';

/**
 * Access control of administrators: which people they may act on, and which emails of the local mailbox they may read.
 */

export type AdminTarget = NonNullable<Awaited<ReturnType<typeof findAdminTarget>>>;
export type StoredLetter = NonNullable<Awaited<ReturnType<typeof findLetter>>>;

/** Returns a person ranked below the caller: the owner is above everyone, administrators are above members. */
export async function requireSubordinate(
  ctx: ReadContext,
  caller: Caller,
  person: number,
): Promise<AdminTarget> {
  const target = await findAdminTarget(ctx.db, person);
  if (!target) throw new AppError('not_found');
  if (target.id === caller.id) throw new AppError('access_denied', 'You cannot do this to yourself.');
  if (target.role === 'owner') throw new AppError('access_denied', 'You cannot do this to the owner.');
  if (target.role === 'admin' && caller.role !== 'owner') {
    throw new AppError('access_denied', 'Only the owner can do this to an admin.');
  }
  return target;
}

/**
 * Returns what the caller may read of the local mailbox: the owner all of it, administrators emails to members and to
 * themselves.
 */
export function requireMailReader(ctx: ReadContext): MailReader {
  const { id, role } = requireAdministrator(ctx);
  return { id, all: role === 'owner' };
}

/** Returns an email of the local mailbox that the caller may read. With SMTP configured there is no local mailbox. */
export async function requireLetter(ctx: ReadContext, id: number): Promise<StoredLetter> {
  const reader = requireMailReader(ctx);
  const letter = ctx.settings.smtp === null ? await findLetter(ctx.db, reader, id) : undefined;
  if (!letter)
    throw new AppError('not_found', 'This email is no longer in the local mailbox. Refresh the list.');
  return letter;
}

/**
 * Whether the caller may choose the backup folder: the owner, at the host itself, unless its configuration fixes it.
 */
export function canChooseBackupFolder(ctx: ReadContext): boolean {
  const { chooseFolder, session, caller, backupFolder } = ctx;
  const isAtHost = chooseFolder !== null && session.address === '';
  return isAtHost && caller?.role === 'owner' && !backupFolder.state.isFixed;
}

/**
 * Returns the dialog in which the owner chooses the backup folder. Nobody may name a path of the host from elsewhere.
 */
export function requireBackupFolderChooser(ctx: ReadContext): () => Promise<string | null> {
  requireOwner(ctx);
  const { chooseFolder } = ctx;
  if (chooseFolder === null || !canChooseBackupFolder(ctx))
    throw new AppError('access_denied', "Choose the backup folder in the host's own window.");
  return chooseFolder;
}

/** Whether the caller may choose a backup to restore by a dialog: the owner, at the host itself. */
export function canChooseRestoreSource({ chooseBackup, session, caller }: ReadContext): boolean {
  return chooseBackup !== null && session.address === '' && caller?.role === 'owner';
}

/**
 * Returns the dialog in which the owner chooses a backup to restore. Nobody may name a path of the host from elsewhere.
 */
export function requireRestoreChooser(ctx: ReadContext): ChooseBackup {
  requireOwner(ctx);
  if (ctx.chooseBackup === null || !canChooseRestoreSource(ctx))
    throw new AppError('access_denied', "Choose the backup in the host's own window.");
  return ctx.chooseBackup;
}
