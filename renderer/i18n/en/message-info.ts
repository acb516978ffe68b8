/** The window about one message: who reacted, who read it. */
export const messageInfo = {
  readers: (count: number) => `Read by ${count}`,
  noReaders: 'No one has read it yet',
  noReactions: 'No reactions yet',
};
