/** A damaged database, for the host: what it means, and what to do. */
export const damage = {
  title: 'The database is damaged',
  affected: (areas: string) => `Affected: ${areas}. Until it is repaired, nothing can be changed.`,
  unknown: 'Damage was found while reading. Until it is repaired, nothing can be changed.',
  repairable:
    'What people wrote is intact, and the rest can be rebuilt. Stop the host and run the first command in a terminal there.',
  restorable:
    'A repair may not be possible, in which case nothing is changed. Stop the host and run the first command in a terminal there. If it can’t repair the database, restore the backup.',
  repair: 'Repair',
  restore: (time: string) => `Restore the backup of ${time}`,
  noBackup:
    'There is no verified backup next to the data. Look for a copy of the “backups” folder on another disk.',
  copy: 'Copy command',
};
