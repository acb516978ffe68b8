/** What open pages say after their host was updated. Loaded after the first view. */
export const updates = {
  updated: 'Courtyard was updated.',
  reload: 'Reload',
};

export type UpdatesMessages = typeof updates;
