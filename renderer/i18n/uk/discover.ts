import type { Messages } from '../en';
import { inUkrainian } from '../../../shared/texts/uk/plural';

export const discover: Messages['discover'] = {
  title: 'Огляд',
  action: 'Знайти групи й канали',
  search: 'Назва чи @мітка',
  filters: 'Фільтри',
  clear: 'Очистити',
  note: 'Тут лише публічні групи й канали.',
  found: (count, more) =>
    `${more ? 'Понад ' : ''}${inUkrainian(count, { one: 'чат', few: 'чати', many: 'чатів' })}`,
  type: 'Вид',
  types: ['Групи й канали', 'Групи', 'Канали'],
  topic: 'Тема',
  anyTopic: 'Будь-яка тема',
  country: 'Країна',
  anyCountry: 'Будь-яка країна',
  sort: 'Сортування',
  sorts: ['За відповідністю', 'За кількістю учасників', 'За назвою'],
  join: 'Приєднатися',
  joinOf: (name) => `Приєднатися до «${name}»`,
  open: 'Відкрити',
  nothing: { title: 'Нічого не знайдено', description: 'Спробуйте інше слово або приберіть фільтр.' },
  empty: {
    title: 'Публічних груп і каналів ще немає',
    description: 'Створіть їх у меню «+» в чатах і залиште публічними.',
  },
};
