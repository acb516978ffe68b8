/** Silences of members of a group. They are loaded with what shows them. */
export const silences = {
  begin: 'Restrict writing',
  times: ['For 1 hour', 'For 8 hours', 'For 1 day', 'Until I allow it'],
  end: 'Allow writing again',
  own: (until: string) =>
    until
      ? `An admin has stopped you from writing here until ${until}.`
      : 'An admin has stopped you from writing here.',
  of: (until: string) => (until ? `Can’t write until ${until}` : 'Can’t write'),
};

export type SilenceMessages = typeof silences;
