import type { DialogType, ReportItem } from '../contract/records';

/** The lists of a data export, by the names of their files. */
export type ExportedList =
  | 'friends'
  | 'requests'
  | 'subscriptions'
  | 'blocked'
  | 'gifts-received'
  | 'gifts-given'
  | 'posts'
  | 'scheduled-messages'
  | 'drafts'
  | 'folders'
  | 'scheduled-posts'
  | 'comments'
  | 'stickers'
  | 'added-stickers'
  | 'notifications'
  | 'playlists'
  | 'followed-playlists'
  | 'devices'
  | 'promo-codes'
  | 'reports';

/** What the profile page of a data export shows. */
export type ExportedField =
  | 'name'
  | 'surname'
  | 'tag'
  | 'email'
  | 'reserveEmail'
  | 'status'
  | 'about'
  | 'birthday'
  | 'city'
  | 'region'
  | 'work'
  | 'website'
  | 'coins'
  | 'registered';

/** The texts of the pages in a data export; what its JSON says is the same in every language. */
export interface DataExportTexts {
  title: string;
  /** `when` is in the time zone of all pages. */
  made: (when: string, timeZone: string) => string;
  you: string;
  preferences: string;
  profile: { title: string; headings: readonly [string, string]; fields: Record<ExportedField, string> };
  /** The title of each list, and the headings of its columns. */
  lists: Record<ExportedList, { title: string; headings: readonly string[] }>;
  libraries: Record<'file' | 'photo' | 'track' | 'video', string>;
  conversations: string;
  dialogTypes: Record<DialogType, string>;
  /** In place of an empty list. */
  empty: string;
  earlier: string;
  later: string;
  joined: string;
  left: string;
  deletedMessage: string;
  deletedItem: string;
  inThread: string;
  edited: (when: string) => string;
  forwardedFrom: (name: string) => string;
  postBy: (name: string) => string;
  yourVote: string;
  canceled: string;
  bytes: (count: number) => string;
  reported: Record<'person' | ReportItem, string>;
}
