import type { OwnStorageMessages } from '../../en/media/own-storage';
import { inUkrainian } from '../../../../shared/texts/uk/plural';

const ITEMS = { one: 'елемент', few: 'елементи', many: 'елементів' };
/** After «з» and «для». */
const OF_ITEMS = { one: 'елемента', few: 'елементів', many: 'елементів' };

export const ownStorage: OwnStorageMessages = {
  title: 'Ваше сховище',
  description: 'Ваші файли, фото, музика й відео, зокрема надіслані в чатах.',
  used: (used, limit) => `${used} із ${limit}`,
  items: (count) => inUkrainian(count, ITEMS),
  itemsOf: (count, limit) => `${count} із ${inUkrainian(limit, OF_ITEMS)}`,
  left: (size) => `Майже заповнено: лишилося ${size}.`,
  itemsLeft: (count) => `Майже заповнено: є місце ще для ${inUkrainian(count, OF_ITEMS)}.`,
  full: 'Сховище заповнено. Щоб вивантажувати далі, видаліть щось.',
  reserved: (size) => `З них ${size} зарезервовано для незавершених вивантажень.`,
};
