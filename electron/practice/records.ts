/** A piece of music of the practice community: how it is written, and what its label says. */
export interface Piece {
  key: string;
  name: string;
  artist: string;
  /** The record it is on; '' for one that came alone. */
  release: string;
  genre: string;
  /** Who shares it, by key. */
  by: string;
  /** The words for its cover. */
  cover: string;
  words: string;
  tempo: number;
  /** The key-note as a MIDI number, and whether it is minor. */
  root: number;
  isMinor: boolean;
  /** Chords by their step in the scale, a bar each, over and over. */
  chords: readonly number[];
  sound: 'pluck' | 'bells' | 'organ' | 'strings';
  beat: 'none' | 'soft' | 'steady' | 'waltz';
  bars: number;
}

const escape = {
  artist: 'The Fire Escape',
  release: 'Third Floor, No Lift',
  by: 'mateusz',
  cover: 'cover 4',
};
const rain = { artist: 'Дощ на Липовій', release: 'Вечірній двір', by: 'daryna', cover: 'cover 9' };
const tram = { artist: 'Slow Tram', release: 'Line 7', by: 'dmytro', cover: 'cover 2' };

/** Twelve pieces by four who never existed. */
export const pieces: readonly Piece[] = [
  {
    ...escape,
    key: 'lift',
    name: 'Third Floor, No Lift',
    genre: 'Indie',
    words:
      'Third floor, no lift,\nonions in a paper bag,\nhalfway up you stop and laugh —\nsomebody is playing Bach.',
    tempo: 112,
    root: 57,
    isMinor: false,
    chords: [0, 4, 5, 3],
    sound: 'pluck',
    beat: 'steady',
    bars: 14,
  },
  {
    ...escape,
    key: 'radio',
    name: 'Lime Tree Radio',
    genre: 'Indie',
    words: 'Tune it to the window,\ntune it to the rain,\nlime tree radio,\nplay that one again.',
    tempo: 96,
    root: 55,
    isMinor: false,
    chords: [0, 5, 3, 4],
    sound: 'organ',
    beat: 'soft',
    bars: 12,
  },
  {
    ...escape,
    key: 'keys',
    name: 'Keys under the Mat',
    genre: 'Indie',
    words: '',
    tempo: 124,
    root: 52,
    isMinor: true,
    chords: [0, 5, 2, 6],
    sound: 'pluck',
    beat: 'steady',
    bars: 16,
  },
  {
    ...escape,
    key: 'waltz',
    name: 'Waltz for Pani Halyna',
    genre: 'Waltz',
    words: '',
    tempo: 132,
    root: 60,
    isMinor: false,
    chords: [0, 3, 4, 0],
    sound: 'strings',
    beat: 'waltz',
    bars: 20,
  },
  {
    ...rain,
    key: 'evening',
    name: 'Вечірній двір',
    genre: 'Фолк',
    words:
      'Хтось поливає бузок,\nхтось кличе дітей з гойдалок,\nвечір іде навпростець —\nза яблуком до крамнички.',
    tempo: 84,
    root: 57,
    isMinor: true,
    chords: [0, 3, 6, 2],
    sound: 'strings',
    beat: 'none',
    bars: 10,
  },
  {
    ...rain,
    key: 'umbrella',
    name: 'Парасоля на двох',
    genre: 'Фолк',
    words: '',
    tempo: 104,
    root: 62,
    isMinor: false,
    chords: [0, 5, 1, 4],
    sound: 'pluck',
    beat: 'soft',
    bars: 13,
  },
  {
    ...rain,
    key: 'rain112',
    name: 'Дощ № 112',
    genre: 'Ембієнт',
    words: '',
    tempo: 66,
    root: 50,
    isMinor: true,
    chords: [0, 2, 5, 4],
    sound: 'bells',
    beat: 'none',
    bars: 8,
  },
  {
    ...rain,
    key: 'lilac',
    name: 'Бузок біля хвіртки',
    genre: 'Фолк',
    words: '',
    tempo: 92,
    root: 55,
    isMinor: false,
    chords: [0, 2, 3, 4],
    sound: 'bells',
    beat: 'soft',
    bars: 11,
  },
  {
    ...tram,
    key: 'depot',
    name: 'Depot, 5:40',
    genre: 'Electronic',
    words: '',
    tempo: 100,
    root: 48,
    isMinor: true,
    chords: [0, 0, 5, 6],
    sound: 'organ',
    beat: 'steady',
    bars: 13,
  },
  {
    ...tram,
    key: 'river',
    name: 'Along the River',
    genre: 'Electronic',
    words: '',
    tempo: 88,
    root: 53,
    isMinor: false,
    chords: [0, 4, 1, 5],
    sound: 'bells',
    beat: 'soft',
    bars: 11,
  },
  {
    ...tram,
    key: 'terminus',
    name: 'Terminus',
    genre: 'Electronic',
    words: '',
    tempo: 72,
    root: 45,
    isMinor: true,
    chords: [0, 5, 3, 4],
    sound: 'strings',
    beat: 'none',
    bars: 9,
  },
  {
    key: 'washing',
    artist: 'Люся й Манекени',
    release: '',
    by: 'hanna',
    cover: 'cover 6',
    name: 'Хтось помахав',
    genre: 'Поп',
    words:
      'Хтось помахав — і я у відповідь,\nхтось усміхнувся — і я навзаєм.\nТретій рік ми отак із вікном говоримо,\nтак і живем.',
    tempo: 118,
    root: 59,
    isMinor: false,
    chords: [0, 3, 5, 4],
    sound: 'pluck',
    beat: 'steady',
    bars: 15,
  },
];
