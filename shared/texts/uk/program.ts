import type { ProgramTexts } from '../program';

/** The texts of the program outside its pages. */
export const program: ProgramTexts = {
  open: 'Відкрити Courtyard',
  quit: 'Вийти',
  unread: (count) => `непрочитаних: ${count}`,
  unsent: {
    title: (community) => `Не надіслано: ${community}`,
    calls: {
      'dialogs.send': 'Повідомлення',
      'dialogs.editMessage': 'Відредаговане повідомлення',
      'posts.create': 'Допис',
      'posts.edit': 'Відредагований допис',
      'posts.comment': 'Коментар',
      'files.upload': 'Вивантаження файлу',
      'photos.upload': 'Вивантаження фото',
      'music.upload': 'Вивантаження музики',
      'videos.upload': 'Вивантаження відео',
    },
    change: 'Зміна',
  },
  crashesTitle: 'Збої в роботі Courtyard',
  crashes:
    'За хвилину вікно кілька разів аварійно закрилося. Нічого не втрачено. Запустіть Courtyard знову за кілька хвилин.',
  lostDatabase: {
    title: 'Базу даних спільноти не знайдено',
    detail: ({ folder, contents, backups }) =>
      `У папці ${folder} більше немає бази даних. Збережені файли (${contents}) і резервні копії (${backups}) на місці, без змін.\n\nВідновлення поверне спільноту до стану, у якому вона була під час копіювання. Щоб почати нову спільноту, вийдіть і перенесіть цю папку в інше місце.`,
    restore: (made) => `Відновити копію: ${made}`,
    restored: 'Резервну копію відновлено',
    restoredDetail: ({ made, aside, missing }) =>
      [
        `Спільноту повернуто до стану на ${made}.`,
        ...(missing > 0
          ? ['Деяких збережених файлів бракує: дивіться «Налаштування → Резервні копії».']
          : []),
        ...(aside === null ? [] : [`Попередні дані — у папці ${aside}.`]),
      ].join(' '),
  },
  program: {
    about: 'Про Courtyard',
    settings: 'Налаштування…',
    services: 'Служби',
    hide: 'Сховати Courtyard',
    hideOthers: 'Сховати інші',
    unhide: 'Показати всі',
  },
  edit: {
    name: 'Редагування',
    undo: 'Скасувати',
    redo: 'Повторити',
    cut: 'Вирізати',
    copy: 'Копіювати',
    paste: 'Вставити',
    selectAll: 'Виділити все',
  },
  view: {
    name: 'Вигляд',
    larger: 'Більше',
    smaller: 'Менше',
    usual: 'Фактичний розмір',
    fullScreen: 'На весь екран',
  },
  window: {
    name: 'Вікно',
    minimize: 'Згорнути',
    zoom: 'Розгорнути',
    close: 'Закрити вікно',
    front: 'Усі вікна на передній план',
  },
  learn: (word) => `Додати «${word}» до словника`,
  copyPicture: 'Копіювати зображення',
};
