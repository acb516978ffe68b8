import type { Messages } from '../en';

export const people: Messages['people'] = {
  title: 'Люди',
  addFriend: 'Додати в друзі',
  cancelRequest: 'Скасувати запит',
  accept: 'Прийняти',
  removeFriend: 'Прибрати з друзів',
};
