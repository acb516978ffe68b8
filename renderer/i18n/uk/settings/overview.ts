import { inUkrainian } from '../../../../shared/texts/uk/plural';
import type { HostingMessages } from '../../en-hosting';

export const overview: HostingMessages['overview'] = {
  title: 'Коротко про спільноту',
  members: 'Учасники',
  newest: (name, when) => `Новачок: ${name}, ${when}`,
  invitations: 'Дійсні запрошення',
  reports: 'Відкриті скарги',
  storage: 'Сховище',
  free: (size) => `Вільно ${size}`,
  network: 'Мережа',
  shared: 'Доступна',
  notShared: 'Закрита',
  failed: 'Недоступна',
  onlyHere: 'Лише на цьому комп’ютері',
  backup: 'Остання копія',
  never: 'Немає',
  overdue: 'Копія на іншому диску застаріла',
  onlyOneDisk: 'Лише на цьому комп’ютері',
  otherDisk: 'Також на іншому диску',
  mail: 'Пошта',
  notDelivered: 'Листи не доходять',
  since: (when) => `З ${when}`,
  activity: 'Останні вісім тижнів',
  week: 'Тиждень від',
  messages: 'Повідомлення',
  posts: 'Дописи',
  joined: 'Нові учасники',
  perWeek: (messages, posts, joined) =>
    [
      inUkrainian(messages, { one: 'повідомлення', few: 'повідомлення', many: 'повідомлень' }),
      inUkrainian(posts, { one: 'допис', few: 'дописи', many: 'дописів' }),
      inUkrainian(joined, { one: 'новий учасник', few: 'нові учасники', many: 'нових учасників' }),
    ].join(', '),
};
