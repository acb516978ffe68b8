import type { Alert } from '../../../shared/alerts/alert';
import type { AlertAnswer, ChosenAlerts } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';

/** The permission to show system notifications; `asked` if the person has not decided, `none` if not supported. */
export type AlertPermission = 'granted' | 'asked' | 'denied' | 'none';

/** Access to system notifications: over the desktop bridge, or the browser's own. */
export interface AlertPlatform {
  permission: () => AlertPermission;
  /** Calls the listener when the permission may have changed, as in the settings of the browser. */
  onPermission: (listener: () => void) => void;
  /** Asks the person for permission, if they were not asked before. */
  ask: () => Promise<void>;
  show: (alert: Alert) => void;
  end: (tag: string) => void;
  onAnswer: (listener: (answer: AlertAnswer) => void) => () => void;
  badge: (count: number) => void;
  /** Sets what applies while these pages are hidden. Does nothing in a browser. */
  choose: (choices: ChosenAlerts) => void;
}

/** Returns the implementation for the desktop app or the browser. */
export function systemAlerts(): AlertPlatform {
  const { courtyard } = window;
  return courtyard ? ofDesktop(courtyard) : ofBrowser();
}

function ofDesktop(courtyard: Bridge): AlertPlatform {
  return {
    permission: () => 'granted',
    onPermission: () => undefined,
    ask: () => Promise.resolve(),
    show: (alert) => courtyard.alert(alert),
    end: (tag) => courtyard.endAlert(tag),
    onAnswer: (listener) => courtyard.onAlert(listener),
    badge: (count) => courtyard.badge(count),
    choose: (choices) => courtyard.chooseAlerts(choices),
  };
}

function ofBrowser(): AlertPlatform {
  const shown = new Map<string, Notification>();
  const listeners = new Set<(answer: AlertAnswer) => void>();
  // Browsers require https for notifications; mobile browsers also require a service worker.
  const isOffered = 'Notification' in window && isSecureContext;
  return {
    permission: () => (isOffered ? PERMISSIONS[Notification.permission] : 'none'),
    onPermission: (listener) => {
      const name = 'notifications';
      // Older browsers don't tell; there it is read again when the person changes a setting.
      const query = isOffered ? navigator.permissions?.query({ name }) : undefined;
      void query?.then(
        (status) => status.addEventListener('change', listener),
        () => undefined,
      );
    },
    ask: async () => {
      if (isOffered) await Notification.requestPermission();
    },
    show: ({ tag, title, body, isSilent }) => {
      try {
        // Without `renotify`, browsers replace a notification silently.
        const options = { tag, body, silent: isSilent, renotify: shown.has(tag) && !isSilent };
        const notification = new Notification(title, options);
        shown.set(tag, notification);
        // A replaced notification closes after the one that replaces it was shown.
        notification.onclose = () => {
          if (shown.get(tag) === notification) shown.delete(tag);
        };
        notification.onclick = () => {
          focus();
          notification.close();
          for (const listener of listeners) listener({ tag });
        };
      } catch {
        // Some browsers report the permission as granted but still throw.
      }
    },
    end: (tag) => shown.get(tag)?.close(),
    onAnswer: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    badge: () => undefined,
    choose: () => undefined,
  };
}

const PERMISSIONS = { granted: 'granted', default: 'asked', denied: 'denied' } as const;
