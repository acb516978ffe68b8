import { inEnglish } from '../../../shared/texts/en/plural';

/** Discover: public groups and channels. */
export const discover = {
  title: 'Discover',
  action: 'Discover groups and channels',
  search: 'Name or @tag',
  filters: 'Filters',
  clear: 'Clear',
  note: 'Only public groups and channels are listed.',
  found: (count: number, more: boolean) =>
    `${more ? 'More than ' : ''}${inEnglish(count, { one: 'chat', other: 'chats' })}`,
  type: 'Type',
  types: ['Groups and channels', 'Groups', 'Channels'],
  topic: 'Topic',
  anyTopic: 'Any topic',
  country: 'Country',
  anyCountry: 'Any country',
  sort: 'Sort by',
  sorts: ['Best match', 'Most members', 'Name'],
  join: 'Join',
  joinOf: (name: string) => `Join ${name}`,
  open: 'Open',
  nothing: { title: 'Nothing found', description: 'Try another word, or remove a filter.' },
  empty: {
    title: 'No public groups or channels yet',
    description: 'Create one from the + menu in Chats and leave it public.',
  },
};
