import { DATABASE_AREAS, type DatabaseArea } from '../../../shared/contract/hosting/hosting';
import type { Damage } from './check';
import type { Schema } from '../schema';

/** The damaged areas without duplicates, in the order of `DATABASE_AREAS`. */
export function areasOf(damage: readonly Damage[]): DatabaseArea[] {
  const found = new Set(damage.map(areaOf));
  return DATABASE_AREAS.filter((area) => found.has(area));
}

function areaOf({ kind, table }: Damage): DatabaseArea {
  if (kind === 'search') return 'search';
  return Object.hasOwn(AREAS, table) ? AREAS[table as keyof Schema] : 'file';
}

const AREAS: Record<keyof Schema, DatabaseArea> = {
  meta: 'community',
  search_backfill: 'search',
  community: 'community',
  installation: 'community',
  standby: 'community',
  witness: 'community',
  host: 'community',
  person: 'accounts',
  registration: 'accounts',
  token: 'accounts',
  app: 'accounts',
  app_code: 'accounts',
  known_address: 'accounts',
  code: 'accounts',
  mail: 'accounts',
  relation: 'people',
  block: 'people',
  report: 'people',
  act: 'history',
  notification: 'people',
  notified: 'people',
  dialog: 'chats',
  closed_dialog: 'chats',
  member: 'chats',
  dialog_folder: 'chats',
  dialog_folder_item: 'chats',
  draft: 'chats',
  message: 'messages',
  message_place: 'messages',
  message_version: 'messages',
  reaction: 'messages',
  pinned_message: 'messages',
  thread_follower: 'messages',
  poll: 'messages',
  poll_option: 'messages',
  poll_vote: 'messages',
  calendar_event: 'messages',
  calendar_answer: 'messages',
  calendar_notice: 'messages',
  link: 'messages',
  attachment: 'messages',
  content: 'media',
  storage: 'media',
  file: 'media',
  photo: 'media',
  track: 'media',
  playlist: 'media',
  playlist_track: 'media',
  playlist_follow: 'media',
  file_heard: 'media',
  sticker_pack: 'media',
  sticker: 'media',
  sticker_pack_added: 'media',
  video: 'media',
  upload: 'media',
  account_import: 'media',
  imported: 'media',
  post: 'posts',
  post_like: 'posts',
  comment: 'posts',
  comment_like: 'posts',
  removed_post: 'posts',
  viewing: 'posts',
  invite: 'chats',
  removal: 'chats',
  scheduled_item: 'messages',
  gift: 'people',
  promo: 'community',
  promo_claim: 'community',
  command: 'history',
  command_use: 'history',
  event: 'history',
};
