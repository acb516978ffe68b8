import { inEnglish } from '../plural';

/** Posts: the feed, walls, comments, writing. */
export const posts = {
  of: (name: string) => `Post by ${name}`,
  onWall: (name: string) => `on ${name}’s wall`,
  edited: 'edited',
  editedAt: (time: string) => `edited ${time}`,
  like: 'Like',
  likes: (count: number) => inEnglish(count, { one: 'like', other: 'likes' }),
  repost: 'Repost',
  reposts: (count: number) => inEnglish(count, { one: 'repost', other: 'reposts' }),
  reposted: 'reposted',
  views: (count: number) => inEnglish(count, { one: 'view', other: 'views' }),
  spoiler: 'Spoiler',
  deleted: 'The post was deleted',
  linkCopied: 'The link was copied',
  gone: {
    title: 'This post isn’t here',
    words: 'It was deleted, or it isn’t shown to you.',
  },
  toFeed: 'Go to the feed',
  title: 'Post',
  comments: {
    title: 'Comments',
    count: (count: number) => inEnglish(count, { one: 'comment', other: 'comments' }),
    write: 'Write a comment',
    earlier: (count: number) =>
      `Show ${inEnglish(count, { one: 'earlier comment', other: 'earlier comments' })}`,
    deleted: 'The comment was deleted',
    none: 'No comments yet.',
    by: (name: string) => `Comment by ${name}`,
    closed: {
      friends: (name: string) => `${name} takes comments from friends only.`,
      nobody: (name: string) => `${name} takes no comments.`,
    },
  },
  emoji: 'Emoji',
  repostWindow: {
    title: 'Repost to your wall',
    say: 'What you say with it',
    done: 'It is on your wall now',
    look: 'Look',
  },
  report: {
    post: 'Report this post',
    comment: 'Report this comment',
    words: 'The admins will see it, with your name.',
    reason: 'What happened',
    done: 'Reported. Thank you.',
  },
  feed: {
    whose: 'Whose posts',
    sources: { all: 'All', friends: 'Friends', subscriptions: 'Subscriptions' },
    news: (count: number) => inEnglish(count, { one: 'new post', other: 'new posts' }),
    seenAll: 'You have seen everything',
    empty: {
      title: 'Nothing to read yet',
      words: 'Posts of your friends and of people you follow stand here. Find some, or write the first post.',
    },
    emptyPart: { title: 'Nothing here yet', words: 'Nobody of these has written so far.' },
    newPost: 'New post',
    subscriptions: 'Friends and subscriptions',
    all: 'All',
    birthdays: 'Birthdays',
    thisWeek: 'This week',
    yourWall: 'Your wall',
    counts: {
      posts: (count: number): string => (count === 1 ? 'post' : 'posts'),
      friends: (count: number): string => (count === 1 ? 'friend' : 'friends'),
      followers: (count: number): string => (count === 1 ? 'follower' : 'followers'),
    },
  },
};
