import type { Messages } from '../en';
import { inUkrainian } from '../../../shared/texts/uk/plural';

export const search: Messages['search'] = {
  title: 'Пошук',
  placeholder: 'Пошук людей, чатів, повідомлень і дописів',
  found: 'Результати',
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
    people: 'Усі люди',
    dialogs: 'Усі чати',
    messages: 'Усі повідомлення',
    posts: 'Усі дописи',
  },
  recent: 'Останні пошуки',
  clear: 'Очистити історію пошуку',
  places: 'Розділи',
  nothing: { title: 'Нічого не знайдено', description: 'Спробуйте менше слів або лише початок слова.' },
  keys: { move: 'вибір', open: 'відкрити', openBeside: 'відкрити в новому вікні', close: 'закрити' },
};
