import type { HostingMessages } from '../en-hosting';
import { inUkrainian } from '../../../shared/texts/uk/plural';

export const events: HostingMessages['events'] = {
  new: 'Нова подія',
  change: 'Змінити подію',
  title: 'Назва',
  starts: 'Початок',
  ends: 'Кінець (необов’язково)',
  place: 'Місце (необов’язково)',
  description: 'Опис (необов’язково)',
  create: 'Створити подію',
  save: 'Зберегти зміни',
  note: 'Про новий час або місце дізнаються всі, хто відповів.',
  past: 'Виберіть час у майбутньому.',
  tooFar: 'Виберіть час у межах двох років.',
  endsBefore: 'Виберіть час після початку.',
  endsLate: 'Подія може тривати щонайбільше 31 день.',
  canceled: 'Скасовано',
  over: 'Ця подія вже минула',
  answer: 'Ваша відповідь',
  answers: { going: 'Буду', maybe: 'Можливо', declined: 'Не зможу' },
  counts: {
    going: (count) => `Будуть: ${count}`,
    maybe: (count) => `Можливо: ${count}`,
    declined: (count) => `Не зможуть: ${count}`,
  },
  nobodyYet: 'Ще ніхто не відповів',
  whoAnswered: 'Хто відповів',
  goingPeople: (count) =>
    inUkrainian(count, { one: 'людина буде', few: 'людини будуть', many: 'людей буде' }),
  more: (count) => `і ще ${count}`,
  file: 'Додати в календар',
  edit: 'Змінити',
  canceling: {
    title: 'Скасувати цю подію?',
    description: 'Про це дізнаються всі, хто відповів «Буду» або «Можливо». Повернути подію не можна.',
    confirmLabel: 'Скасувати подію',
    cancelLabel: 'Залишити',
  },
  calendar: {
    title: 'Події',
    today: 'Сьогодні',
    day: (date, count) =>
      count ? `${date}, ${inUkrainian(count, { one: 'подія', few: 'події', many: 'подій' })}` : date,
    none: 'Цього дня подій немає',
    noneText: 'Створіть подію в будь-якому чаті: скріпка біля поля повідомлення, далі «Подія».',
    open: (title) => `Відкрити «${title}» у чаті`,
  },
};
