import type { HostingMessages } from '../en-hosting';

export const messageInfo: HostingMessages['messageInfo'] = {
  readers: (count) => `Прочитали: ${count}`,
  noReaders: 'Ще ніхто не прочитав',
  now: 'Зараз',
  noText: 'Без тексту',
  noVersions: 'Попередні тексти не збереглися',
  noReactions: 'Ще немає реакцій',
};
