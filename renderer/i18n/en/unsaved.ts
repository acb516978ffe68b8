/** The question before a form closes into which more than a line was typed. Loaded with the forms. */
export const unsaved = {
  title: 'Close without saving?',
  description: 'What you entered will be lost.',
  confirmLabel: 'Close',
  cancelLabel: 'Stay',
};

export type UnsavedMessages = typeof unsaved;
