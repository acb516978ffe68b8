/** What the program must know of one type of notification; its texts are in `shared/texts/<language>/alerts.ts`. */
interface NotificationEntry {
  /** The icon in the list of notifications, from `renderer/notifications/icons.ts`. */
  icon:
    | 'backup'
    | 'comment'
    | 'event'
    | 'friend'
    | 'gift'
    | 'like'
    | 'mention'
    | 'post'
    | 'repost'
    | 'request'
    | 'schedule'
    | 'security';
  /**
   * What a click opens: its item (the message, post, comment, gift or person), the person's sessions, or the backups.
   */
  opens: 'item' | 'sessions' | 'backups';
  /** Whether the system shows it, too. */
  isAlerted: boolean;
  /** Everyone who does the same to one thing shares one notification, so that it has a text for several people. */
  isGrouped: boolean;
  /** It tells people of something of their own that nobody else caused, so that its text has no name. */
  isOwn: boolean;
  /** It concerns the safety of the person's own account: nothing that another person does deletes it. */
  isSecurity: boolean;
}

const single = { opens: 'item', isAlerted: true, isGrouped: false, isOwn: false, isSecurity: false } as const;
const grouped = { ...single, isGrouped: true } as const;
const own = { ...single, isOwn: true } as const;
// Likes are pleasant, and many: the system does not show them.
const like = { ...grouped, icon: 'like', isAlerted: false } as const;
const security = { ...single, icon: 'security', opens: 'sessions', isSecurity: true } as const;

/** Every type of notification, by its name on the wire; a new one begins with a row here. */
export const NOTIFICATIONS = {
  comment_like: like,
  new_friend_request: { ...single, icon: 'request' },
  accept_friend_request: { ...single, icon: 'friend' },
  post_mention: { ...single, icon: 'mention' },
  comment_mention: { ...single, icon: 'mention' },
  message_mention: { ...single, icon: 'mention' },
  thread_reply: { ...single, icon: 'comment' },
  post_like: like,
  post_on_wall: { ...single, icon: 'post' },
  gift: { ...single, icon: 'gift' },
  comment_post: { ...grouped, icon: 'comment' },
  repost: { ...grouped, icon: 'repost' },
  person_joined: { ...grouped, icon: 'friend' },
  scheduled_refused: { ...own, icon: 'schedule' },
  event_reminder: { ...own, icon: 'event' },
  event_changed: { ...single, icon: 'event' },
  event_canceled: { ...single, icon: 'event' },
  old_backups: { ...own, icon: 'backup', opens: 'backups' },
  code_read: security,
  code_issued: security,
  password_reset: security,
} as const satisfies Record<string, NotificationEntry>;

export type NotificationType = keyof typeof NOTIFICATIONS;
export type NotificationIcon = NotificationEntry['icon'];
/** The types of which one notification tells of several people. */
export type GroupedNotification = TypesWith<'isGrouped'>;
/** The types that tell people of something of their own, which nobody else caused. */
export type OwnNotification = TypesWith<'isOwn'>;
/** The types that concern the safety of the person's own account. */
export type SecurityNotification = TypesWith<'isSecurity'>;

/** The names of all types. */
export const notificationTypes = Object.keys(NOTIFICATIONS) as NotificationType[];
export const SECURITY_NOTIFICATIONS = notificationTypes.filter(isSecurityNotification);

/** The row of a type; a host newer than this app may send one that is unknown here. */
export function notificationEntry(type: NotificationType): NotificationEntry {
  return Object.hasOwn(NOTIFICATIONS, type) ? NOTIFICATIONS[type] : { ...single, icon: 'mention' };
}

export function isGroupedNotification(type: NotificationType): type is GroupedNotification {
  return notificationEntry(type).isGrouped;
}

export function isOwnNotification(type: NotificationType): type is OwnNotification {
  return notificationEntry(type).isOwn;
}

type TypesWith<Flag extends 'isGrouped' | 'isOwn' | 'isSecurity'> = {
  [Type in NotificationType]: (typeof NOTIFICATIONS)[Type][Flag] extends true ? Type : never;
}[NotificationType];

function isSecurityNotification(type: NotificationType): type is SecurityNotification {
  return NOTIFICATIONS[type].isSecurity;
}
