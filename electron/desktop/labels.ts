import { app } from 'electron';

/** What the program says outside its pages, where no page can be asked for it. */
interface ProgramWords {
  open: string;
  quit: string;
  unread: (count: number) => string;
  crashesTitle: string;
  crashes: string;
  lostDatabase: {
    title: string;
    detail: (lost: { folder: string; contents: number; backups: number }) => string;
    /** Times are whole texts. */
    restore: (made: string) => string;
    restored: string;
    restoredDetail: (done: { made: string; aside: string | null; missing: number }) => string;
  };
  program: Record<'about' | 'settings' | 'services' | 'hide' | 'hideOthers' | 'unhide', string>;
  edit: Record<'name' | 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll', string>;
  view: Record<'name' | 'larger' | 'smaller' | 'usual' | 'fullScreen', string>;
  window: Record<'name' | 'minimize' | 'zoom' | 'close' | 'front', string>;
  learn: (word: string) => string;
  copyPicture: string;
}

/** The words in the language of the system. */
export function programWords(): ProgramWords {
  return app.getLocale().startsWith('uk') ? ukrainian : english;
}

const english: ProgramWords = {
  open: 'Open Courtyard',
  quit: 'Quit',
  unread: (count) => `${count} unread`,
  crashesTitle: 'Courtyard keeps breaking down',
  crashes: 'Its window broke down several times in a minute. Nothing is lost: start it again in a while.',
  lostDatabase: {
    title: 'The community’s database is missing',
    detail: ({ folder, contents, backups }) =>
      `The database in ${folder} is gone. Still there, and unchanged: stored files: ${contents}, backups: ${backups}.\n\nA restore brings the community back as it was when the backup was made. To begin a new community instead, quit and move the folder away.`,
    restore: (made) => `Restore the backup of ${made}`,
    restored: 'The backup was restored',
    restoredDetail: ({ made, aside, missing }) =>
      [
        `The community is as it was on ${made}.`,
        ...(missing > 0 ? ['Some stored files are missing: see Settings → Backups.'] : []),
        ...(aside === null ? [] : [`What was left of it until now is in ${aside}.`]),
      ].join(' '),
  },
  program: {
    about: 'About Courtyard',
    settings: 'Settings…',
    services: 'Services',
    hide: 'Hide Courtyard',
    hideOthers: 'Hide Others',
    unhide: 'Show All',
  },
  edit: {
    name: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
  },
  view: {
    name: 'View',
    larger: 'Larger',
    smaller: 'Smaller',
    usual: 'Usual Size',
    fullScreen: 'Full Screen',
  },
  window: {
    name: 'Window',
    minimize: 'Minimize',
    zoom: 'Zoom',
    close: 'Close Window',
    front: 'Bring All to Front',
  },
  learn: (word) => `Add “${word}” to the dictionary`,
  copyPicture: 'Copy Picture',
};

const ukrainian: ProgramWords = {
  open: 'Відкрити Courtyard',
  quit: 'Вийти',
  unread: (count) => `непрочитаних: ${count}`,
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
