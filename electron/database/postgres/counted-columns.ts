import type { WatchedColumns } from '../caching/watches';

/**
 * The columns whose changes are counted by the triggers of the migrations, by table. To watch another column, add a
 * migration that replaces the trigger of its table, or creates one and adds a column to `change_count`.
 */
export const COUNTED_COLUMNS = {
  person: [
    'id',
    'name',
    'surname',
    'link',
    'avatar',
    'sub',
    'creative',
    'verify',
    'role',
    'ban',
    'deleted',
    'reports',
    'emoji',
    'cosmetic_avatar',
    'online_type',
    'online_status',
    'last_been',
    'comments_state',
    'view_avatar_state',
    'coins_day',
  ],
  token: ['id', 'person_id', 'hash', 'kind', 'last_been', 'app_id', 'scopes'],
  member: ['dialog_id', 'person_id', 'archived', 'muted', 'muted_until'],
  relation: ['person_id', 'target_id', 'friends', 'created_at'],
  block: ['person_id', 'target_id'],
  poll: ['message_id'],
  calendar_event: ['message_id'],
  community: ['daily_coins'],
} satisfies WatchedColumns;
