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
      'files.upload': 'Завантаження файлу',
      'photos.upload': 'Завантаження фото',
      'music.upload': 'Завантаження музики',
      'videos.upload': 'Завантаження відео',
    },
    change: 'Зміна',
  },
  crashesTitle: 'Courtyard раз у раз ламається',
  crashes: 'Вікно зламалося кілька разів за хвилину. Нічого не втрачено: запустіть програму трохи згодом.',
  lostDatabase: {
    title: 'Бази даних спільноти немає',
    detail: ({ folder, contents, backups }) =>
      `У теці ${folder} бракує бази даних. Решта на місці, без змін: збережених файлів: ${contents}, резервних копій: ${backups}.\n\nВідновлення поверне спільноту до стану на час копії. Якщо хочете почати нову спільноту, вийдіть і перенесіть цю теку в інше місце.`,
    restore: (made) => `Відновити копію: ${made}`,
    restored: 'Резервну копію відновлено',
    restoredDetail: ({ made, aside, missing }) =>
      [
        `Спільнота така, якою була: ${made}.`,
        ...(missing > 0
          ? ['Деяких збережених файлів бракує: дивіться «Налаштування → Резервні копії».']
          : []),
        ...(aside === null ? [] : [`Те, що лишалося досі, лежить у ${aside}.`]),
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
    name: 'Зміни',
    undo: 'Скасувати',
    redo: 'Повернути',
    cut: 'Вирізати',
    copy: 'Копіювати',
    paste: 'Вставити',
    selectAll: 'Виділити все',
  },
  view: {
    name: 'Вигляд',
    larger: 'Більше',
    smaller: 'Менше',
    usual: 'Звичайний розмір',
    fullScreen: 'На весь екран',
  },
  window: {
    name: 'Вікно',
    minimize: 'Згорнути',
    zoom: 'Розгорнути',
    close: 'Закрити вікно',
    front: 'Усі вікна наперед',
  },
  learn: (word) => `Додати «${word}» до словника`,
  copyPicture: 'Копіювати картинку',
};
