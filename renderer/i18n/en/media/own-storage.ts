import { inEnglish } from '../../../../shared/texts/en/plural';

/** How much of the allowed storage the person uses. They are loaded with it. */
export const ownStorage = {
  title: 'Your storage',
  description: 'Your files, photos, music and videos, including those you sent in chats.',
  used: (used: string, limit: string) => `${used} of ${limit}`,
  items: (count: number) => inEnglish(count, ITEMS),
  itemsOf: (count: string, limit: number) => `${count} of ${inEnglish(limit, ITEMS)}`,
  left: (size: string) => `Almost full: ${size} left.`,
  itemsLeft: (count: number) => `Almost full: room for ${inEnglish(count, ITEMS)} more.`,
  full: 'Your storage is full. Delete something to upload more.',
  reserved: (size: string) => `${size} of it is reserved for unfinished uploads.`,
};

const ITEMS = { one: 'item', other: 'items' };

export type OwnStorageMessages = typeof ownStorage;
