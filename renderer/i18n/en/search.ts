import type { RelationshipState } from '../../../shared/contract/records';
import type { ContentFilter, SearchCondition } from '../../../shared/search';
import { inEnglish } from '../../../shared/texts/en/plural';

/** The global search. */
export const search = {
  title: 'Search',
  placeholder: 'Search people, messages, music, files…',
  found: 'Results',
  results: (count: number, isMore: boolean) =>
    isMore ? `${count}+ results` : inEnglish(count, { one: 'result', other: 'results' }),
  within: {
    label: 'Search in',
    all: 'Everywhere',
    here: 'In this chat',
    people: 'People',
    dialogs: 'Chats',
    messages: 'Messages',
    posts: 'Posts',
    tracks: 'Tracks',
    playlists: 'Playlists',
    photos: 'Photos',
    videos: 'Videos',
    files: 'Files',
  },
  /** The names of the conditions as they are typed. */
  operators: { from: 'from', in: 'in', has: 'has', before: 'before', after: 'after' },
  conditions: {
    label: 'Filters',
    add: 'Filter',
    remove: (label: string) => `Remove filter ${label}`,
    from: 'From a person',
    in: 'In a chat',
    has: 'Contains',
    before: 'Before a date',
    after: 'Since a date',
  },
  contents: {
    photo: 'photo',
    video: 'video',
    file: 'file',
    track: 'track',
    link: 'link',
    post: 'post',
  } satisfies Record<ContentFilter, string>,
  days: {
    today: 'Today',
    yesterday: 'Yesterday',
    week: '7 days ago',
    month: '30 days ago',
    year: 'Start of the year',
  },
  /** Shown while there is nothing to suggest. */
  noSuggestions: {
    from: 'No one found. Type a name or a tag.',
    in: 'No chat found. Type part of the name of one of your chats.',
    has: 'Choose photo, video, file, track, link or post.',
    before: 'Type a date, such as 2026-03-31.',
    after: 'Type a date, such as 2026-03-31.',
  },
  problem: {
    from: (value: string) => `No exact match for “${value}”. Choose someone from the list.`,
    in: (value: string) => `No exact match for “${value}”. Choose one of your chats from the list.`,
    has: (value: string) => `Can’t filter by “${value}”. Use photo, video, file, track, link or post.`,
    before: (value: string) => `“${value}” isn’t a date. Write it like 2026-03-31.`,
    after: (value: string) => `“${value}” isn’t a date. Write it like 2026-03-31.`,
  } satisfies Record<SearchCondition, (value: string) => string>,
  sentToYou: 'Sent to you',
  tracksIn: (count: number) => inEnglish(count, { one: 'track', other: 'tracks' }),
  inDialog: (name: string) => `in ${name}`,
  toPerson: (name: string) => `to ${name}`,
  relationships: {
    strangers: '',
    me_subscribed: 'Request sent',
    he_subscribed: 'Wants to be friends',
    friends: 'Friend',
  } satisfies Record<Exclude<RelationshipState, ''>, string>,
  showAll: {
    people: 'All people',
    dialogs: 'All chats',
    messages: 'All messages',
    posts: 'All posts',
    tracks: 'All tracks',
    playlists: 'All playlists',
    photos: 'All photos',
    videos: 'All videos',
    files: 'All files',
  },
  recent: 'Recent searches',
  clear: 'Clear recent searches',
  places: 'Places',
  nothing: {
    title: 'Nothing found',
    description: 'Try fewer words or filters, or only the beginning of a word.',
  },
  keys: { move: 'move', open: 'open', openBeside: 'open in new window', close: 'close' },
};
