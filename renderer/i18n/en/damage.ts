/** A damaged database: which areas it affects, and what to do. */
export const damage = {
  title: 'The database is damaged',
  affected: (areas: string) => `Affected: ${areas}. Until it is repaired, nothing can be changed.`,
  unknown: 'Damage was found while reading. Until it is repaired, nothing can be changed.',
  repairable:
    'What people wrote is intact, and the rest can be rebuilt. Stop the host and run the first command, where DATA is the data folder.',
  restorable:
    'A repair may not be possible; then it changes nothing. Stop the host and run the first command, where DATA is the data folder. If it can’t repair the database, restore the backup.',
  repair: 'Repair',
  restore: (time: string) => `Restore the backup of ${time}`,
  noBackup:
    'There is no verified backup next to the data. Look for a copy of the “backups” folder on another disk.',
  copy: 'Copy command',
  areas: {
    messages: 'messages',
    chats: 'chats',
    posts: 'posts',
    media: 'photos, music, files and videos',
    people: 'friends and notifications',
    accounts: 'accounts',
    community: 'community settings',
    search: 'search index',
    history: 'event history and audit log',
    file: 'database file',
  },
};
