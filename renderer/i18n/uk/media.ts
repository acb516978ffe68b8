import type { Messages } from '../en';
import { inUkrainian } from '../plural';

export const media: Messages['media'] = {
  photo: 'Фото',
  photos: (count) => inUkrainian(count, { one: 'фото', few: 'фото', many: 'фото' }),
  photoOf: (place, count) => (count > 1 ? `Фото ${place} з ${count}` : 'Фото'),
  file: 'Файл',
  attached: { file: 'Файл', track: 'Трек', video: 'Відео', post: 'Допис', message: 'Повідомлення' },
  gone: 'Цього вже немає',
  spoiler: 'Приховано автором.',
  download: 'Завантажити',
  downloadOf: (name) => `Завантажити ${name}`,
  kinds: {
    image: 'Зображення',
    video: 'Відео',
    audio: 'Звук',
    pdf: 'PDF',
    table: 'Таблиця',
    archive: 'Архів',
    code: 'Код',
    document: 'Документ',
    other: 'Файл',
  },
  sendTo: {
    title: 'Надіслати',
    find: 'Знайти чат',
    note: 'Додати повідомлення',
    chats: 'Чати',
    chosen: (count) => inUkrainian(count, { one: 'чат вибрано', few: 'чати вибрано', many: 'чатів вибрано' }),
    none: 'Чату з такою назвою немає',
    empty: 'Поки що нема куди надіслати',
    done: (chat) => `Надіслано: ${chat}`,
    doneAll: (count) => `Надіслано в ${inUkrainian(count, { one: 'чат', few: 'чати', many: 'чатів' })}`,
    notSent: (chats, why) => `Не надіслано (${chats}): ${why}`,
  },
  lightbox: {
    close: 'Закрити',
    zoom: 'Наблизити',
    previous: 'Попереднє фото',
    next: 'Наступне фото',
    failed: 'Фото не вдалося завантажити.',
  },
};
