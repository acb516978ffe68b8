const { courtyard } = window;

/** Restoring a backup instead of creating a community. Only the pages of the person's own community can. */
export const restoreInstead = {
  isOffered: courtyard !== undefined && location.hostname.split('.')[0] === 'main',
  /** Asks for a backup folder or for the file of a backup, and restarts the program to restore it. */
  choose: (kind: 'folder' | 'file') => void courtyard?.restoreInstead(kind).catch(() => undefined),
};
