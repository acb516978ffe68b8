import { app } from 'electron';

/** What the program says outside its pages, where no page can be asked for it. */
interface ProgramWords {
  open: string;
  quit: string;
  unread: (count: number) => string;
  crashesTitle: string;
  crashes: string;
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
};

const ukrainian: ProgramWords = {
  open: 'Відкрити Courtyard',
  quit: 'Вийти',
  unread: (count) => `непрочитаних: ${count}`,
  crashesTitle: 'Courtyard раз у раз ламається',
  crashes: 'Вікно зламалося кілька разів за хвилину. Нічого не втрачено: запустіть програму трохи згодом.',
};
