import { app } from 'electron';

/** What the program says outside its pages, where no page can be asked for it. */
interface ProgramWords {
  open: string;
  quit: string;
  unread: (count: number) => string;
  crashesTitle: string;
  crashes: string;
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
