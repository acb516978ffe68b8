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
  pictures: (photos, videos) =>
    [
      ...(photos ? [inUkrainian(photos, { one: 'фото', few: 'фото', many: 'фото' })] : []),
      ...(videos ? [inUkrainian(videos, { one: 'відео', few: 'відео', many: 'відео' })] : []),
    ].join(' і '),
  poll: (question) => `Опитування: ${question}`,
  event: (title) => `Подія: ${title}`,
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
    thread_reply: 'відповідає в гілці, за якою ви стежите',
    post_like: 'вподобує ваш допис',
    post_on_wall: 'пише на вашій стіні',
    gift: 'надсилає вам подарунок',
    comment_post: 'коментує ваш допис',
    repost: 'поширює ваш допис',
    person_joined: 'приєднується до спільноти',
    event_changed: 'змінює час або місце події',
    event_canceled: 'скасовує подію',
    code_read: 'читає надісланий вам код для входу',
    code_issued: 'створює код для скидання вашого пароля',
    password_reset: 'знає код, яким щойно скинули ваш пароль',
  },
  own: {
    scheduled_refused: 'Не вдалося опублікувати заплановане повідомлення чи допис',
    event_reminder: 'Подія почнеться протягом години',
    old_backups: 'Перевірте резервні копії: остання справна застара',
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
