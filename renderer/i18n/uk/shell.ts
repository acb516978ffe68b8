import type { Messages } from '../en';
import { inUkrainian } from '../plural';

export const shell: Messages['shell'] = {
  appName: 'Courtyard',
  skipToContent: 'Перейти до вмісту',
  mainNavigation: 'Головне',
  chats: 'Чати',
  feed: 'Стрічка',
  people: 'Люди',
  music: 'Музика',
  files: 'Файли',
  videos: 'Відео',
  search: 'Пошук',
  notifications: 'Сповіщення',
  settings: 'Налаштування',
  more: 'Більше',
  community: 'Спільнота',
  communities: 'Спільноти',
  ownProfile: 'Ваша сторінка',
  you: (name) => `${name}: це ви`,
  newMessages: (count) =>
    inUkrainian(count, { one: 'нове повідомлення', few: 'нові повідомлення', many: 'нових повідомлень' }),
  newRequests: (count) =>
    inUkrainian(count, { one: 'запит у друзі', few: 'запити у друзі', many: 'запитів у друзі' }),
  newNotifications: (count) =>
    inUkrainian(count, { one: 'нове сповіщення', few: 'нові сповіщення', many: 'нових сповіщень' }),
  signOut: 'Вийти',
  messagesOfApplication: 'Повідомлення застосунку',
  theme: { label: 'Тема', light: 'Світла', dark: 'Темна', system: 'Як на пристрої' },
  connection: {
    alone: 'Наодинці',
    aloneWords: 'Тут ще нікого; усе працює і зберігається',
    connected: 'З’єднано',
    connectedWords: (community) => community,
    reconnecting: (since) => `Відновлюємо зв’язок з ${since}`,
    waiting: (count) =>
      inUkrainian(count, {
        one: 'повідомлення чекає',
        few: 'повідомлення чекають',
        many: 'повідомлень чекають',
      }),
    tryNow: 'Спробувати зараз',
    hostAway: 'Вузла немає',
    lastSeen: (time) => `Востаннє на зв’язку о ${time}`,
    goesOutLater: 'написане піде пізніше',
  },
  shortcuts: {
    title: 'Клавіатура',
    search: 'Шукати будь-що',
    shortcuts: 'Показати цей список',
    back: 'Назад',
    forward: 'Уперед',
    close: 'Закрити відкрите',
    goTo: (place) => `Перейти: ${place}`,
    nextChat: 'Наступний чат',
    previousChat: 'Попередній чат',
    newLine: 'Новий рядок',
    send: 'Надіслати',
    editLast: 'Редагувати своє останнє повідомлення',
  },
  join: {
    title: 'Вас запрошено',
    by: (name) => `${name} запрошує вас до`,
    here: 'Ви вже в цій спільноті.',
    wrongTitle: 'Запрошення не діє',
    wrong: 'Такого запрошення немає, або його час минув. Попросіть нове.',
  },
  notFound: {
    title: 'За цією адресою нічого немає',
    words: 'Посилання може бути старим, або того, куди воно вело, вже немає.',
    action: 'До чатів',
  },
};
