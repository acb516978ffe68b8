import type { Life } from './arrivals';
import { DAY, HOUR } from './calendar';

/** A playlist: whose, its name, what is said of it, its cover and its pieces; `release` where it is a record. */
interface Shelf {
  by: string;
  name: string;
  release?: string;
  description: string;
  cover: string;
  tracks: readonly string[];
  ago: number;
}

const shelves: readonly Shelf[] = [
  {
    by: 'mateusz',
    name: 'Third Floor, No Lift',
    release: 'Third Floor, No Lift',
    description: 'Our first record. Cellar, bells, one cough.',
    cover: 'cover 4',
    tracks: ['lift', 'radio', 'keys', 'waltz'],
    ago: 40,
  },
  {
    by: 'daryna',
    name: 'Вечірній двір',
    release: 'Вечірній двір',
    description: 'Записано з балкона.',
    cover: 'cover 9',
    tracks: ['evening', 'umbrella', 'rain112', 'lilac'],
    ago: 24,
  },
  {
    by: 'dmytro',
    name: 'Line 7',
    release: 'Line 7',
    description: 'For the last tram home.',
    cover: 'cover 2',
    tracks: ['depot', 'river', 'terminus'],
    ago: 37,
  },
  {
    by: 'olena',
    name: 'For watering the lilac',
    description: 'Half an hour, one can.',
    cover: 'garden 3',
    tracks: ['lilac', 'radio', 'umbrella', 'river', 'waltz'],
    ago: 20,
  },
  {
    by: 'olena',
    name: 'Вечеря у дворі',
    description: 'Під довгий стіл.',
    cover: 'lights 2',
    tracks: ['washing', 'lift', 'keys', 'evening', 'waltz'],
    ago: 4,
  },
  {
    by: 'jonas',
    name: 'Kneading music',
    description: 'Four folds, half an hour apart.',
    cover: 'bread 2',
    tracks: ['waltz', 'terminus', 'depot', 'rain112'],
    ago: 16,
  },
  {
    by: 'sofia',
    name: 'Pillows only',
    description: '',
    cover: 'cover 3',
    tracks: ['keys', 'washing', 'lift'],
    ago: 9,
  },
];

/** Whose music holds which pieces of others; both of those who sign in have some. */
const kept: readonly { by: string; tracks: readonly string[]; ago: number }[] = [
  {
    by: 'olena',
    tracks: ['waltz', 'evening', 'river', 'lift', 'lilac', 'umbrella', 'keys', 'rain112'],
    ago: 3,
  },
  { by: 'jonas', tracks: ['terminus', 'waltz', 'depot', 'radio', 'washing'], ago: 3 },
];

/** Some put the music of the street on shelves of their own. */
export function noteShelves({ town, belongings, diary, now }: Life): void {
  for (const { by, tracks, cover, ago, ...words } of shelves) {
    diary.note(now - ago * DAY + by.length * HOUR, async () => {
      const picture = await belongings.photo(by, cover, 'square', words.name);
      const { ID } = await town.call(by, 'music.createPlaylist', { ...words, cover: picture });
      for (const track of tracks) {
        const track_id = await belongings.track(track);
        await town.call(by, 'music.addTrack', { playlist_id: ID, track_id });
      }
    });
  }
  for (const { by, tracks, ago } of kept) {
    diary.note(now - ago * DAY, async () => {
      for (const track of tracks) {
        await town.call(by, 'music.keepTrack', { track_id: await belongings.track(track) });
      }
    });
  }
}
