import type { HostingMessages } from '../en-hosting';

export const messageInfo: HostingMessages['messageInfo'] = {
  readers: (count) => `Прочитали: ${count}`,
  noReaders: 'Ще ніхто не прочитав',
  noReactions: 'Ще немає реакцій',
};
