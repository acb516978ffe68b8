/** The window about one message: who reacted, who read it. */
export const messageInfo = {
  readers: (count: number) => `Read by ${count}`,
  noReaders: 'No one has read it yet',
  now: 'Now',
  noText: 'No text',
  noVersions: 'Earlier versions weren’t saved',
  noReactions: 'No reactions yet',
};
