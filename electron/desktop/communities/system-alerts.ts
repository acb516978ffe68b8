import { Notification, type WebContents } from 'electron';
import { z } from 'zod';
import { parseQuietHours, type QuietHours } from '../../../shared/alerts/quiet-hours';
import { targetOf } from '../../../shared/alerts/rules';
import type { Alert } from '../../../shared/alerts/alert';
import type { AlertAnswer, ChosenAlerts } from '../../../shared/bridge';
import { push, type HandlersOf } from '../../doors/ipc-channels';
import { JsonFile } from '../../json-file';
import { communityAt, type ShownCommunity } from '../window/scheme';
import { communityFrom } from '../window/senders';
import { AlertCoalescer } from './alert-coalescer';

/** Where SystemAlerts stores notification settings, and what clicks and replies do. */
export interface SystemAlertsOptions {
  /** File with the choices of each community. */
  path: string;
  /**
   * A notification was clicked: show the window with this community; `place` is the route to open, null if the pages
   * handle the click themselves.
   */
  onClick: (community: ShownCommunity, place: string | null) => void;
  /** A reply was typed, and its community has no open page to send it. */
  onReply: (community: ShownCommunity, dialog: number, text: string) => void;
}

/** An alert, and the page that asked for it. */
interface AskedAlert {
  alert: Alert;
  community: ShownCommunity;
  page: WebContents | null;
}

/**
 * Shows system notifications, one per tag and community, for pages of communities and for communities that aren't
 * displayed.
 */
export class SystemAlerts {
  readonly #options: SystemAlertsOptions;
  readonly #file: JsonFile;
  #choices: z.infer<typeof StoredChoices>;
  readonly #shown = new Map<string, Notification>();
  readonly #pending = new AlertCoalescer<AskedAlert>((name, asked) => this.#present(name, asked));

  constructor(options: SystemAlertsOptions) {
    this.#options = options;
    this.#file = new JsonFile(options.path);
    this.#choices = this.#file.read((value) => StoredChoices.parse(value)) ?? {};
  }

  /** Shows and removes notifications for our pages, and stores the settings chosen in them. */
  readonly handlers: HandlersOf<'alert' | 'endAlert' | 'chooseAlerts'> = {
    alert: (event, asked) => {
      const alert = AlertShape.safeParse(asked);
      const community = communityFrom(event);
      if (alert.success && community !== null) this.show(alert.data, community, event.sender);
    },
    endAlert: (event, tag) => {
      const community = communityFrom(event);
      if (community !== null) this.end(String(tag), community);
    },
    chooseAlerts: (event, asked) => {
      const chosen = AlertChoicesShape.safeParse(asked);
      const community = communityFrom(event);
      if (chosen.success && community !== null) this.#persist({ ...this.#choices, [community]: chosen.data });
    },
  };

  /** What the person chose in a community's pages; null before they were opened. */
  chosen(community: ShownCommunity): ChosenAlerts | null {
    return this.#choices[community] ?? null;
  }

  /**
   * Shows a notification in a moment, unless another one of its tag follows. Clicks and replies go to the page that
   * requested it as long as it is displayed.
   */
  show(alert: Alert, community: ShownCommunity, page: WebContents | null = null): void {
    if (Notification.isSupported())
      this.#pending.add(keyOf(community, alert.tag), { alert, community, page });
  }

  /** Closes a notification. */
  end(tag: string, community: ShownCommunity): void {
    const name = keyOf(community, tag);
    this.#pending.cancel(name);
    this.#end(name);
  }

  /** Closes all notifications of a community after sign-out. */
  endAll(community: ShownCommunity): void {
    this.#pending.cancelAll(keyOf(community, ''));
    for (const name of [...this.#shown.keys()]) if (name.startsWith(keyOf(community, ''))) this.#end(name);
  }

  /** Deletes the choices of a community and closes its notifications. */
  forget(community: ShownCommunity): void {
    this.endAll(community);
    const { [community]: _gone, ...others } = this.#choices;
    this.#persist(others);
  }

  /** Resolves when everything is written. */
  settled(): Promise<void> {
    return this.#file.settled();
  }

  #present(name: string, { alert, community, page }: AskedAlert): void {
    const { tag, title, body, isSilent, answerText } = alert;
    this.#end(name);
    const notification = new Notification({
      title,
      body,
      silent: isSilent,
      ...(answerText !== null && { hasReply: true, replyPlaceholder: answerText }),
    });
    notification.on('click', () => this.#answer({ tag }, community, page));
    notification.on('reply', ({ reply }) => this.#answer({ tag, text: reply }, community, page));
    // A notification without a reference is garbage-collected with its handlers, even while the system still lists
    // it.
    this.#shown.set(name, notification);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > MAX_SHOWN && oldest !== undefined) this.#end(oldest);
    notification.show();
  }

  #answer(answer: AlertAnswer, community: ShownCommunity, page: WebContents | null): void {
    this.end(answer.tag, community);
    const { onClick, onReply } = this.#options;
    const { hash: place, dialog } = targetOf(answer.tag);
    const isPageShown = page !== null && !page.isDestroyed() && communityAt(page.getURL()) === community;
    if (answer.text === undefined) onClick(community, isPageShown ? null : place);
    if (isPageShown) push(page, 'alertAnswer', answer);
    else if (answer.text?.trim() && dialog !== null) onReply(community, dialog, answer.text.trim());
  }

  #end(name: string): void {
    const notification = this.#shown.get(name);
    this.#shown.delete(name);
    notification?.close();
  }

  #persist(chosen: z.infer<typeof StoredChoices>): void {
    this.#choices = chosen;
    // On a full disk the file is not updated; the choice applies until the program ends.
    this.#file.write(chosen).catch(() => undefined);
  }
}

/** Systems show a few lines at most. */
const AlertShape = z.object({
  tag: z.string().max(100),
  title: z.string().max(200),
  body: z.string().max(1000),
  isSilent: z.boolean(),
  answerText: z.string().max(100).nullable(),
});

const AlertChoicesShape = z.object({
  isOn: z.boolean(),
  showsText: z.boolean(),
  sounds: z.boolean(),
  language: z.string().max(20),
  // Files of earlier versions don't contain it.
  doNotDisturb: z.boolean().default(false),
  quietHours: z.custom<QuietHours>((value) => parseQuietHours(value) !== null),
});

const StoredChoices = z.record(z.string(), AlertChoicesShape);

/** How many notifications are open at once; the oldest is closed first. */
const MAX_SHOWN = 20;

function keyOf(community: ShownCommunity, tag: string): string {
  return `${community} ${tag}`;
}
