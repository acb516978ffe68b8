import type { Messages } from '../en';
import { inUkrainian, ukrainianForm } from '../plural';

export const posts: Messages['posts'] = {
  of: (name) => `Допис, автор: ${name}`,
  onWall: (name) => `на стіні: ${name}`,
  edited: 'змінено',
  editedAt: (time) => `змінено ${time}`,
  like: 'Подобається',
  likes: (count) => inUkrainian(count, { one: 'вподобання', few: 'вподобання', many: 'вподобань' }),
  repost: 'Поширити',
  reposts: (count) => inUkrainian(count, { one: 'поширення', few: 'поширення', many: 'поширень' }),
  reposted: 'поширено',
  views: (count) => inUkrainian(count, { one: 'перегляд', few: 'перегляди', many: 'переглядів' }),
  spoiler: 'Спойлер',
  deleted: 'Допис видалено',
  linkCopied: 'Посилання скопійовано',
  gone: {
    title: 'Цього допису тут немає',
    words: 'Його видалено, або він для вас закритий.',
  },
  toFeed: 'До стрічки',
  title: 'Допис',
  comments: {
    title: 'Коментарі',
    count: (count) => inUkrainian(count, { one: 'коментар', few: 'коментарі', many: 'коментарів' }),
    write: 'Написати коментар',
    earlier: (count) =>
      `Показати ще ${inUkrainian(count, {
        one: 'попередній коментар',
        few: 'попередні коментарі',
        many: 'попередніх коментарів',
      })}`,
    deleted: 'Коментар видалено',
    none: 'Коментарів ще немає.',
    by: (name) => `Коментар, автор: ${name}`,
    closed: {
      friends: (name) => `${name} приймає коментарі лише від друзів.`,
      nobody: (name) => `${name} не приймає коментарів.`,
    },
  },
  emoji: 'Емодзі',
  repostWindow: {
    title: 'Поширити на свою стіну',
    say: 'Ваші слова до нього',
    done: 'Тепер це на вашій стіні',
    look: 'Переглянути',
  },
  report: {
    post: 'Поскаржитися на допис',
    comment: 'Поскаржитися на коментар',
    words: 'Скаргу з вашим ім’ям побачать адміністратори.',
    reason: 'Що сталося',
    done: 'Скаргу надіслано. Дякуємо.',
  },
  feed: {
    whose: 'Чиї дописи',
    sources: { all: 'Усі', friends: 'Друзі', subscriptions: 'Підписки' },
    news: (count) => inUkrainian(count, { one: 'новий допис', few: 'нові дописи', many: 'нових дописів' }),
    seenAll: 'Ви все переглянули',
    empty: {
      title: 'Читати ще нічого',
      words:
        'Тут будуть дописи друзів і тих, на кого ви підписані. Знайдіть когось або напишіть перший допис.',
    },
    emptyPart: { title: 'Тут ще нічого немає', words: 'Ніхто з них поки нічого не написав.' },
    newPost: 'Новий допис',
    subscriptions: 'Друзі й підписки',
    all: 'Усі',
    birthdays: 'Дні народження',
    thisWeek: 'Цього тижня',
    yourWall: 'Ваша стіна',
    counts: {
      posts: (count) => ukrainianForm(count, { one: 'допис', few: 'дописи', many: 'дописів' }),
      friends: (count) => ukrainianForm(count, { one: 'друг', few: 'друзі', many: 'друзів' }),
      followers: (count) =>
        ukrainianForm(count, { one: 'підписник', few: 'підписники', many: 'підписників' }),
    },
  },
};
