import type { Messages } from '../en';

export const chats: Messages['chats'] = {
  title: 'Чати',
  find: 'Знайти чат або людину',
  newMessages: 'Нові повідомлення',
  message: 'Повідомлення',
  draft: 'Чернетка:',
};
