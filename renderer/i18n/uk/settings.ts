import type { Messages } from '../en';

export const settings: Messages['settings'] = {
  title: 'Налаштування',
  profile: 'Профіль',
  privacy: 'Приватність',
  account: 'Обліковий запис і пароль',
  sessions: 'Сеанси й токени',
  appearance: 'Вигляд',
  language: 'Мова',
};
