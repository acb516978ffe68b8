import type { RelationshipState } from '../../../shared/contract/records';
import { inEnglish } from '../../../shared/texts/en/plural';

/** The global search. */
export const search = {
  title: 'Search',
  placeholder: 'Search people, chats, messages and posts',
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
  },
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
  },
  recent: 'Recent searches',
  clear: 'Clear recent searches',
  places: 'Places',
  nothing: { title: 'Nothing found', description: 'Try fewer words, or only the beginning of a word.' },
  keys: { move: 'move', open: 'open', openBeside: 'open in new window', close: 'close' },
};
