import type { Alert } from '../../../shared/alerts/alert';
import type { AlertAnswer, ChosenAlerts } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';

/** Whether the system may be asked to show notifications; `none` where it has no way to. */
export type AlertPermission = 'granted' | 'asked' | 'denied' | 'none';

/** The way to the notifications of the system: the desktop's bridge, or the browser's own. */
export interface AlertPlatform {
  permission: () => AlertPermission;
  /** Asks the person, where they have not been asked. */
  ask: () => Promise<void>;
  show: (alert: Alert) => void;
  end: (tag: string) => void;
  onAnswer: (listener: (answer: AlertAnswer) => void) => () => void;
  badge: (count: number) => void;
  /** What holds while these pages are not shown; there is nobody to tell in a browser. */
  choose: (choices: ChosenAlerts) => void;
}

/** The one of these pages. */
export function systemAlerts(): AlertPlatform {
  const { courtyard } = window as { courtyard?: Bridge };
  return courtyard ? ofDesktop(courtyard) : ofBrowser();
}

function ofDesktop(courtyard: Bridge): AlertPlatform {
  return {
    permission: () => 'granted',
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
  // Browsers have none for pages that came without https, and those of phones only for a service worker.
  const isOffered = 'Notification' in window && isSecureContext;
  return {
    permission: () => (isOffered ? PERMISSIONS[Notification.permission] : 'none'),
    ask: async () => {
      if (isOffered) await Notification.requestPermission();
    },
    show: ({ tag, title, body, isSilent }) => {
      try {
        const notification = new Notification(title, { tag, body, silent: isSilent });
        shown.set(tag, notification);
        notification.onclose = () => shown.delete(tag);
        notification.onclick = () => {
          focus();
          notification.close();
          for (const listener of listeners) listener({ tag });
        };
      } catch {
        // A browser that says that it may, and can't.
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
