import type { Messages } from '../../en';
import { inUkrainian } from '../../../../shared/texts/uk/plural';

const tracks = { one: 'трек', few: 'треки', many: 'треків' };

export const music: Messages['music'] = {
  title: 'Музика',
  shelves: { tracks: 'Треки', albums: 'Альбоми', artists: 'Виконавці', playlists: 'Плейлисти' },
  search: 'Пошук у вашій музиці',
  upload: 'Додати музику',
  notMusic: (count, name) =>
    count === 1
      ? `${name} — це не музика`
      : `Пропущено ${inUkrainian(count, { one: 'файл', few: 'файли', many: 'файлів' })}: це не музика`,
  yourMusic: 'Ваша музика',
  newPlaylist: 'Новий плейлист',
  editPlaylist: 'Редагувати плейлист',
  kinds: { playlist: 'Плейлист', album: 'Альбом', artist: 'Виконавець' },
  count: (count) => inUkrainian(count, tracks),
  columns: { number: '№', title: 'Назва', artist: 'Виконавець', album: 'Альбом', length: 'Час' },
  name: 'Назва',
  description: 'Опис',
  cover: 'Обкладинка',
  chooseCover: 'Вибрати зображення',
  noCover: 'Без обкладинки',
  addTo: 'Додати до плейлиста',
  added: (playlist) => `Додано до плейлиста «${playlist}»`,
  isIn: (playlist) => `Уже є в плейлисті «${playlist}»`,
  edit: 'Редагувати теги',
  editSeveral: (count) => `Змінити теги: ${inUkrainian(count, tracks)}`,
  severalHint: 'Порожні поля залишаться без змін.',
  genre: 'Жанр',
  lyrics: 'Слова',
  explicit: 'Ненормативна лексика',
  toArtist: 'До виконавця',
  toAlbum: 'До альбому',
  removeFromPlaylist: 'Прибрати з плейлиста',
  removedFromPlaylist: 'Прибрано з плейлиста',
  deleteTracks: (count) => (count === 1 ? 'Видалити трек' : `Видалити ${inUkrainian(count, tracks)}`),
  tracksDeleted: (count) => `Видалено ${inUkrainian(count, tracks)}`,
  follow: 'Додати до моєї музики',
  unfollow: 'Прибрати з моєї музики',
  inLibrary: 'У вашій музиці',
  by: (name) => `автор: ${name}`,
  private: 'Бачу лише я',
  onlyYou: 'Бачите лише ви',
  deletePlaylist: 'Видалити плейлист',
  playlistDeleted: 'Плейлист видалено',
  more: (name) => `Ще: ${name}`,
  empty: {
    tracks: { title: 'Музики ще немає', description: 'Додайте її з диска або з чатів і дописів.' },
    albums: { title: 'Альбомів ще немає', description: 'Треки тут групуються за альбомом.' },
    artists: { title: 'Виконавців ще немає', description: 'Треки тут групуються за виконавцем.' },
    playlists: {
      title: 'Плейлистів ще немає',
      description: 'Створіть перший і додавайте треки з їхнього меню.',
    },
    playlist: { title: 'Плейлист порожній', description: 'Додавайте треки з їхнього меню.' },
    found: { title: 'Нічого не знайдено', description: 'Спробуйте інший запит.' },
  },
  gone: { title: 'Плейлист не знайдено', description: 'Можливо, його видалено або у вас немає доступу.' },
};
