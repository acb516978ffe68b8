import type { UpdatesMessages } from '../en/updates';

export const updates: UpdatesMessages = {
  updated: 'Courtyard оновлено. Перезавантажте сторінку, щоб перейти на нову версію.',
  reload: 'Перезавантажити',
};
