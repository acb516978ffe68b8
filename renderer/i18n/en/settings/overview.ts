import { inEnglish } from '../../../../shared/texts/en/plural';

/** The community at a glance, for its owner and admins. */
export const overview = {
  title: 'At a glance',
  members: 'Members',
  newest: (name: string, when: string) => `Newest: ${name}, ${when}`,
  invitations: 'Active invitations',
  reports: 'Open reports',
  storage: 'Storage',
  free: (size: string) => `${size} free`,
  network: 'Network',
  shared: 'Shared',
  notShared: 'Not shared',
  failed: 'Not reachable',
  onlyHere: 'Only on this computer',
  backup: 'Last backup',
  never: 'Never',
  overdue: 'The copy on another disk is too old',
  onlyOneDisk: 'On this computer only',
  otherDisk: 'Also on another disk',
  mail: 'Email',
  notDelivered: 'Not delivered',
  since: (when: string) => `Since ${when}`,
  activity: 'Last eight weeks',
  week: 'Week of',
  messages: 'Messages',
  posts: 'Posts',
  joined: 'Joined',
  perWeek: (messages: number, posts: number, joined: number) =>
    [
      inEnglish(messages, { one: 'message', other: 'messages' }),
      inEnglish(posts, { one: 'post', other: 'posts' }),
      inEnglish(joined, { one: 'new member', other: 'new members' }),
    ].join(', '),
};
