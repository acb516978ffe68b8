import type { HostingMessages } from '../../en-hosting';
import { inUkrainian } from '../../../../shared/texts/uk/plural';

export const accountImport: HostingMessages['settings']['account']['import'] = {
  title: 'Імпорт ваших даних',
  description: 'Із zip-файлу іншої спільноти: профіль, дописи, фото, відео, музика, плейлисти й файли.',
  choose: 'Вибрати файл',
  stop: 'Зупинити',
  sending: 'Вивантажуємо файл',
  running: 'Імпортуємо',
  progress: (done, total) => `${done} з ${total}`,
  done: (when) => `Імпорт завершено (розпочато ${when})`,
  cancelled: 'Імпорт зупинено. Імпортоване залишилося. Щоб продовжити, виберіть той самий файл.',
  lost: 'Файл зник із сервера до завершення імпорту. Виберіть його ще раз, щоб продовжити.',
  invalid: 'Файл частково пошкоджено. Експортуйте дані ще раз і виберіть новий файл.',
  refused: 'Цей файл не є експортом даних або пошкоджений. Експортуйте дані ще раз і виберіть новий файл.',
  again: 'Щоб продовжити, виберіть той самий файл.',
  imported: (list) => `Імпортовано: ${list}`,
  existing: (list) => `Уже було тут: ${list}`,
  skipped: 'Не імпортовано:',
  never:
    'Чати, друзі, подарунки й монети не імпортуються ніколи: у чатах є слова інших людей, а решта належить тій спільноті. Біля імпортованих дописів видно, коли ви їх написали і коли імпортували.',
  kinds: {
    file: (count) => inUkrainian(count, { one: 'файл', few: 'файли', many: 'файлів' }),
    photo: (count) => inUkrainian(count, { one: 'фото', few: 'фото', many: 'фото' }),
    track: (count) => inUkrainian(count, { one: 'трек', few: 'треки', many: 'треків' }),
    video: (count) => inUkrainian(count, { one: 'відео', few: 'відео', many: 'відео' }),
    playlist: (count) => inUkrainian(count, { one: 'плейлист', few: 'плейлисти', many: 'плейлистів' }),
    sticker_pack: (count) =>
      inUkrainian(count, { one: 'набір стікерів', few: 'набори стікерів', many: 'наборів стікерів' }),
    post: (count) => inUkrainian(count, { one: 'допис', few: 'дописи', many: 'дописів' }),
    comment: (count) => inUkrainian(count, { one: 'коментар', few: 'коментарі', many: 'коментарів' }),
    scheduled: (count) =>
      inUkrainian(count, {
        one: 'запланований допис',
        few: 'заплановані дописи',
        many: 'запланованих дописів',
      }),
    attachment: (count) =>
      inUkrainian(count, {
        one: 'вкладення, трек плейлиста чи стікер',
        few: 'вкладення, треки плейлистів чи стікери',
        many: 'вкладень, треків плейлистів чи стікерів',
      }),
    profile: (count) =>
      inUkrainian(count, { one: 'поле профілю', few: 'поля профілю', many: 'полів профілю' }),
    preference: (count) =>
      inUkrainian(count, { one: 'налаштування', few: 'налаштування', many: 'налаштувань' }),
  },
  reasons: {
    others: 'належить іншій людині або її стіні чи допису',
    damaged: 'пошкоджено або тут не приймається',
    missing: 'немає у файлі',
    too_large: 'завелике для цієї спільноти',
    quota: 'тут бракує місця',
    limit: 'понад обмеження цієї спільноти',
    past: 'запланований час минув',
    kept: 'тут ви вже вказали інше',
  },
};
