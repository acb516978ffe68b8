import type { RelationshipState } from '../../../shared/contract/records';
import { inEnglish } from '../../../shared/plural';

/** The search for anything. */
export const search = {
  title: 'Search',
  placeholder: 'Find people, chats, messages and posts',
  found: 'What was found',
  results: (count: number, isMore: boolean) =>
    isMore ? `${count}+ results` : inEnglish(count, { one: 'result', other: 'results' }),
  within: {
    label: 'Where to look',
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
    people: 'All people found',
    dialogs: 'All chats found',
    messages: 'All messages found',
    posts: 'All posts found',
  },
  recent: 'Recent searches',
  clear: 'Forget these searches',
  places: 'Places',
  nothing: { title: 'Nothing found', words: 'Try the beginning of a word, or fewer words.' },
  keys: { move: 'move', open: 'open in its place', openBeside: 'new window', close: 'close' },
};
