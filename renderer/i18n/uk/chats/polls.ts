import type { HostingMessages } from '../../en-hosting';
import { inUkrainian } from '../../../../shared/texts/uk/plural';

export const polls: HostingMessages['polls'] = {
  new: 'Нове опитування',
  question: 'Запитання',
  option: (place) => `Варіант ${place}`,
  options: 'Варіанти',
  add: 'Додати варіант',
  removeOption: (place) => `Прибрати варіант ${place}`,
  repeated: 'Такий варіант уже є.',
  anonymous: 'Анонімне голосування',
  multiple: 'Кілька відповідей',
  quiz: 'Вікторина з однією правильною відповіддю',
  right: 'Правильна відповідь',
  chooseRight: 'Виберіть варіант',
  explanation: 'Пояснення (необов’язково)',
  closes: 'Завершення',
  never: 'Без обмеження',
  hour: 'За годину',
  day: 'За добу',
  week: 'За тиждень',
  send: 'Надіслати',
  kinds: { poll: 'Опитування', quiz: 'Вікторина' },
  anonymousPoll: 'анонімно',
  openPoll: 'голоси видно всім',
  votes: (count) =>
    count
      ? inUkrainian(count, { one: 'людина голосувала', few: 'людини голосували', many: 'людей голосувало' })
      : 'Ще ніхто не голосував',
  closesAt: (time) => `завершиться ${time}`,
  closed: 'завершено',
  vote: 'Проголосувати',
  retract: 'Забрати голос',
  closing: {
    title: 'Завершити опитування?',
    description: 'Після цього ніхто не зможе голосувати. Цього не можна скасувати.',
    confirmLabel: 'Завершити',
    cancelLabel: 'Не завершувати',
  },
  mine: 'Ваш вибір',
  mineWrong: 'Ваш вибір, неправильна відповідь',
  isRight: 'Правильна відповідь',
  result: (share, count) =>
    `${share}, ${inUkrainian(count, { one: 'голос', few: 'голоси', many: 'голосів' })}`,
  voters: (option) => `Хто вибрав «${option}»`,
  nobody: 'Ніхто',
};
