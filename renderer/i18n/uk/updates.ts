import type { UpdatesMessages } from '../en/updates';

export const updates: UpdatesMessages = {
  updated: 'Courtyard оновлено.',
  reload: 'Перезавантажити',
};
