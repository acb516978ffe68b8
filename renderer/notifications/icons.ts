import AtSign from '@lucide/svelte/icons/at-sign';
import CalendarCheck from '@lucide/svelte/icons/calendar-check';
import CalendarClock from '@lucide/svelte/icons/calendar-clock';
import DatabaseBackup from '@lucide/svelte/icons/database-backup';
import Gift from '@lucide/svelte/icons/gift';
import Heart from '@lucide/svelte/icons/heart';
import MessageSquare from '@lucide/svelte/icons/message-square';
import Newspaper from '@lucide/svelte/icons/newspaper';
import Repeat2 from '@lucide/svelte/icons/repeat-2';
import ShieldAlert from '@lucide/svelte/icons/shield-alert';
import UserCheck from '@lucide/svelte/icons/user-check';
import UserPlus from '@lucide/svelte/icons/user-plus';
import type { NotificationIcon } from '../../shared/notifications';

/** The icons by the names used in `NOTIFICATIONS`. */
export const ICONS: Record<NotificationIcon, typeof AtSign> = {
  backup: DatabaseBackup,
  comment: MessageSquare,
  event: CalendarCheck,
  friend: UserCheck,
  gift: Gift,
  like: Heart,
  mention: AtSign,
  post: Newspaper,
  repost: Repeat2,
  request: UserPlus,
  schedule: CalendarClock,
  security: ShieldAlert,
};
