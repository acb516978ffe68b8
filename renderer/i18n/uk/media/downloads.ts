import { inUkrainian } from '../../../../shared/texts/uk/plural';
import type { DownloadMessages } from '../../en/media/downloads';

export const downloads: DownloadMessages = {
  running: (name) => `Завантаження ${name}`,
  runningSeveral: (count) =>
    `Завантаження: ${inUkrainian(count, { one: 'файл', few: 'файли', many: 'файлів' })}`,
  done: (name) => `${name} — у вашій папці «Завантаження»`,
  doneSeveral: (count) =>
    `${inUkrainian(count, { one: 'файл', few: 'файли', many: 'файлів' })} у вашій папці «Завантаження»`,
  reveal: 'Показати в папці',
  failed: (name) => `Не вдалося завантажити ${name}. Спробуйте ще раз.`,
  failedSeveral: (count) =>
    `Не вдалося завантажити ${inUkrainian(count, { one: 'файл', few: 'файли', many: 'файлів' })}. Спробуйте ще раз.`,
  diskFull: 'На диску вашої папки «Завантаження» немає місця. Звільніть його і спробуйте ще раз.',
  drag: {
    too_slow: 'Файли не встигли підготуватися до перетягування. Натомість завантажте їх.',
    too_many: 'За раз можна перетягнути не більше 100 файлів. Натомість завантажте їх.',
    disk_full:
      'На цьому комп’ютері бракує місця, щоб перетягнути ці файли. Звільніть його і спробуйте ще раз.',
    failed: 'Не вдалося перетягнути файли. Спробуйте ще раз або завантажте їх.',
  },
};
