import { inUkrainian } from './plural';
import type { AlertTexts } from '../en/alerts';

/** The Ukrainian texts of notifications. */
export const alertsInUkrainian: AlertTexts = {
  message: 'Нове повідомлення',
  notification: 'Нове сповіщення',
  answer: 'Відповісти',
  unsent: (reply) => (reply ? `Не надіслано: ${reply}` : 'Вашу відповідь не надіслано'),
  gone: 'Видалений обліковий запис',
  photo: 'Фото',
  photos: (count) => inUkrainian(count, { one: 'фото', few: 'фото', many: 'фото' }),
  sticker: (emoji) => `${emoji} Стікер`.trim(),
  attached: {
    file: 'Файл',
    voice: 'Голосове повідомлення',
    track: 'Трек',
    video: 'Відео',
    post: 'Допис',
    message: 'Повідомлення',
  },
  actions: {
    comment_like: 'вподобує ваш коментар',
    new_friend_request: 'хоче з вами дружити',
    accept_friend_request: 'тепер з вами дружить',
    post_mention: 'згадує вас у дописі',
    comment_mention: 'згадує вас у коментарі',
    message_mention: 'згадує вас',
    post_like: 'вподобує ваш допис',
    post_on_wall: 'пише на вашій стіні',
    gift: 'надсилає вам подарунок',
    comment_post: 'коментує ваш допис',
    repost: 'поширює ваш допис',
    person_joined: 'приєднується до спільноти',
    scheduled_refused: 'має заплановане повідомлення чи допис, який не вдалося опублікувати',
    old_backups: 'має перевірити резервні копії: остання справна застара',
    code_read: 'читає надісланий вам код для входу',
    code_issued: 'створює код для скидання вашого пароля',
    password_reset: 'знає код, яким щойно скинули ваш пароль',
  },
  others: (count) => `та ще ${inUkrainian(count, { one: 'людина', few: 'людини', many: 'людей' })}`,
  groupedActions: {
    comment_like: 'вподобують ваш коментар',
    post_like: 'вподобують ваш допис',
    comment_post: 'коментують ваш допис',
    repost: 'поширюють ваш допис',
    person_joined: 'приєднуються до спільноти',
  },
};
