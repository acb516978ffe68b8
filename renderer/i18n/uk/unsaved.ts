import type { UnsavedMessages } from '../en/unsaved';

export const unsaved: UnsavedMessages = {
  title: 'Закрити без збереження?',
  description: 'Усе, що ви ввели, буде втрачено.',
  confirmLabel: 'Закрити',
  cancelLabel: 'Залишитися',
};
