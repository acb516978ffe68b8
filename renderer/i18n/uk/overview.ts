import type { HostingMessages } from '../en-hosting';

export const overview: HostingMessages['overview'] = {
  title: 'Коротко про спільноту',
  members: 'Учасники',
  newest: (name, when) => `Новачок: ${name}, ${when}`,
  invitations: 'Активні запрошення',
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
  activity: 'Останні вісім тижнів',
  week: 'Тиждень від',
  messages: 'Повідомлення',
  posts: 'Дописи',
  joined: 'Нові учасники',
  perWeek: (messages, posts, joined) =>
    `повідомлення: ${messages}, дописи: ${posts}, нові учасники: ${joined}`,
};
