import type { Messages } from '../en';
import { inUkrainian } from '../../../shared/texts/uk/plural';

export const nearbyCommunities: Messages['nearbyCommunities'] = {
  title: 'У вашій мережі',
  searching: 'Шукаємо у вашій мережі',
  found: (count) =>
    inUkrainian(count, { one: 'спільноту знайдено', few: 'спільноти знайдено', many: 'спільнот знайдено' }),
  yours: 'Ваша',
  joined: 'Ви вже там',
  noAnswer: 'Немає відповіді',
  none: 'У вашій мережі спільнот не знайдено',
  noneText:
    'На комп’ютері-сервері ввімкніть доступ у розділі Налаштування → Мережа. Обидва комп’ютери мають бути в одній мережі.',
  noneMore:
    'Гостьові мережі часто відділяють пристрої один від одного. Посилання чи адреса можуть усе-таки спрацювати.',
  noNetwork: 'Цей комп’ютер не під’єднано до мережі',
  noNetworkText: 'Під’єднайте його через Wi-Fi або кабелем і шукайте ще раз.',
  again: 'Шукати ще раз',
  key: (key) => `Відбиток ${key}`,
  diagnosis: {
    open: 'Що не так?',
    openFor: (name) => `Що не так зі спільнотою ${name}?`,
  },
};
