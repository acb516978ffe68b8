import { inEnglish } from '../../../shared/texts/en/plural';

/** Backups of a community, for its owner and admins. */
export const backups = {
  description:
    'A backup holds everything: chats, walls and files. It is created while the community runs, then restored to a temporary place and compared to make sure it works.',
  make: 'Back up now',
  making: 'Creating backup',
  makingShort: 'Backing up',
  makingText: 'copying, restoring and comparing',
  made: 'Backup created and verified',
  already: 'A backup is already running. Check back in a few minutes.',
  noRoom: 'Not enough disk space for a backup, or the host is stopping. Nothing was changed.',
  kept: 'On this computer',
  keptText: (most: number) => `The last ${most} backups are stored next to the community’s data.`,
  restore: 'To restore one, stop the host and start it with --restore and the backup’s name.',
  none: 'No backups on this computer yet',
  noneText: 'Create the first one. It takes a moment and little space.',
  compared: (when: string) => `Verified ${when}`,
  ill: (when: string) => `Verification failed ${when}`,
  unknown: 'Not verified',
  problems: (count: number) => inEnglish(count, { one: 'problem', other: 'problems' }),
  sizes: (database: string, content: string) => `${database} database · ${content} files`,
  archive: 'Move to another computer',
  archiveRow: 'Newest good backup as one file',
  archiveText: 'Opens in another Courtyard with --restore. It contains every account: keep it safe.',
  archiveAction: 'Download',
  folder: {
    title: 'On another disk',
    description: 'Keeps the community safe if this computer or its disk is lost.',
    none: 'No backup folder',
    noneText: 'Choose a USB disk or a network share.',
    elsewhere: 'The owner chooses one in the desktop app that hosts the community, or by --backup-folder.',
    choose: 'Choose folder',
    chooseText: 'The first backup copies everything. Later ones copy only what is new.',
    chooseAction: 'Continue',
    lastGood: (when: string) => `Last good backup: ${when}`,
    noneYet: 'No backup yet',
    encrypted: 'encrypted',
    plain: 'not encrypted',
    run: 'Back up now',
    running: 'Backing up',
    progress: (done: string, total: string) => `${done} of ${total}`,
    interval: 'Back up',
    every: (hours: number) =>
      hours === 168
        ? 'Weekly'
        : hours === 24
          ? 'Daily'
          : `Every ${inEnglish(hours, { one: 'hour', other: 'hours' })}`,
    warn: 'Warn when older than',
    warnText: 'The owner and admins get a notification.',
    age: (hours: number) =>
      hours % 24 === 0
        ? inEnglish(hours / 24, { one: 'day', other: 'days' })
        : inEnglish(hours, { one: 'hour', other: 'hours' }),
    overdue: 'The last good backup is too old',
    retry: (when: string) => `Next attempt: ${when}`,
    retryNow: 'Try now',
    passphrase: 'Passphrase',
    repeat: 'Repeat passphrase',
    encryptThem: 'Encrypt the backups',
    encrypt: 'Encrypt',
    change: 'Change',
    encryptedText: 'Needed to restore a backup. This computer remembers only a key made from it.',
    plainText: 'Without encryption, anyone with the disk can read everything.',
    forgotten: 'Write the passphrase down. If it is forgotten, nobody can open these backups.',
    short: (least: number) => `Use at least ${least} characters.`,
    differs: 'The passphrases differ.',
    wrong: 'The backups in this folder have another passphrase.',
    stop: 'Stop backing up here',
    stopText: 'Backups already in the folder stay there.',
    stopAction: 'Stop',
    stored: (count: number) =>
      inEnglish(count, { one: 'backup in the folder', other: 'backups in the folder' }),
    missing: (count: number) =>
      inEnglish(count, { one: 'file was already missing', other: 'files were already missing' }),
    failures: {
      gone: 'The backup disk is not connected',
      full: 'The backup disk is full',
      read_only: 'The backup disk is read-only',
      refused: 'Courtyard may not write to the backup folder',
      busy: 'Another host is backing up to this folder',
      damaged: 'The backup disk returned damaged data. Replace it soon',
      passphrase: 'The passphrase doesn’t match the backups in the folder',
      needs_passphrase: 'The backups need their passphrase',
      no_answer: 'The backup disk doesn’t respond',
      host_full: 'This computer’s disk is too full to make a backup',
      host_damaged: 'The database is damaged, so it can’t be backed up',
      failed: 'The backup failed. See the host’s log',
    },
  },
};
