import type { Messages } from '../en';
import { inUkrainian } from '../../../shared/plural';

export const search: Messages['search'] = {
  title: 'Пошук',
  placeholder: 'Знайти людей, чати, повідомлення й дописи',
  found: 'Що знайдено',
  results: (count, isMore) =>
    isMore
      ? `понад ${count} результатів`
      : inUkrainian(count, { one: 'результат', few: 'результати', many: 'результатів' }),
  within: {
    label: 'Де шукати',
    all: 'Усюди',
    here: 'У цьому чаті',
    people: 'Люди',
    dialogs: 'Чати',
    messages: 'Повідомлення',
    posts: 'Дописи',
  },
  inDialog: (name) => `у «${name}»`,
  toPerson: (name) => `до ${name}`,
  relationships: {
    strangers: '',
    me_subscribed: 'Запит надіслано',
    he_subscribed: 'Хоче дружити',
    friends: 'У друзях',
  },
  showAll: {
    people: 'Усі знайдені люди',
    dialogs: 'Усі знайдені чати',
    messages: 'Усі знайдені повідомлення',
    posts: 'Усі знайдені дописи',
  },
  recent: 'Останні пошуки',
  clear: 'Забути ці пошуки',
  places: 'Розділи',
  nothing: { title: 'Нічого не знайдено', words: 'Спробуйте початок слова або менше слів.' },
  keys: { move: 'вибір', open: 'відкрити на місці', openBeside: 'у новому вікні', close: 'закрити' },
};
