import type { HostingMessages } from '../../en-hosting';
import { inUkrainian } from '../../../../shared/texts/uk/plural';

export const messageInfo: HostingMessages['messageInfo'] = {
  readers: (count) => `Прочитали: ${count}`,
  noReaders: 'Ще ніхто не прочитав',
  now: 'Зараз',
  noText: 'Без тексту',
  noVersions: 'Попередні тексти не збереглися',
  noReactions: 'Ще немає реакцій',
  notForwarded: (count) =>
    `Не буде надіслано ${inUkrainian(count, { one: 'повідомлення', few: 'повідомлення', many: 'повідомлень' })}: опитування й події не можна переслати.`,
};
