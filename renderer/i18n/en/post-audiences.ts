/** Who may see a post, and who comments on it. They are loaded with the posts. */
export const postAudiences = {
  label: 'Who can see it',
  options: { 0: 'For everyone', 1: 'For friends', 2: 'Only for me' },
  marks: { 1: 'for friends', 2: 'only for you' },
  comments: {
    close: 'Close comments',
    open: 'Open comments',
    nowClosed: 'Comments closed. Only you can add one.',
    nowOpen: 'Comments opened',
    closedBy: (name: string) => `${name} has closed the comments on this post.`,
  },
};

export type PostAudienceMessages = typeof postAudiences;
