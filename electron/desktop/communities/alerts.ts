import { Notification, type WebContents } from 'electron';
import { z } from 'zod';
import { parseQuietHours, type QuietHours } from '../../../shared/alerts/quiet-hours';
import { targetOf } from '../../../shared/alerts/rules';
import type { Alert } from '../../../shared/alerts/alert';
import type { AlertAnswer, ChosenAlerts } from '../../../shared/bridge';
import { push, type HandlersOf } from '../../doors/ipc-channels';
import { JsonFile } from '../../remote/json-file';
import { communityAt, type ShownCommunity } from '../window/scheme';
import { communityFrom } from '../window/senders';

export interface AlertsOptions {
  /** The file of what was chosen about them. */
  path: string;
  /** The window is wanted, with this community; at a place in its pages, unless they have been told themselves. */
  onchosen: (community: ShownCommunity, place: string | null) => void;
  /** An answer was written in, and there are no pages to send it. */
  onanswered: (community: ShownCommunity, dialog: number, words: string) => void;
}

/**
 * The notifications of the system, one for each tag of a community: those that our pages ask for, and the program for
 * communities that are not shown.
 */
export class Alerts {
  readonly #options: AlertsOptions;
  readonly #file: JsonFile;
  #chosen: z.infer<typeof Kept>;
  readonly #shown = new Map<string, Notification>();

  constructor(options: AlertsOptions) {
    this.#options = options;
    this.#file = new JsonFile(options.path);
    this.#chosen = this.#file.read((value) => Kept.parse(value)) ?? {};
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
      const chosen = Chosen.safeParse(asked);
      const community = communityFrom(event);
      if (chosen.success && community !== null) this.#keep({ ...this.#chosen, [community]: chosen.data });
    },
  };

  /** What the person chose in the pages of a community; null before they were shown. */
  chosen(community: ShownCommunity): ChosenAlerts | null {
    return this.#chosen[community] ?? null;
  }

  /** Shows one. What is done with it is told to the pages that asked, as long as they are shown. */
  show(alert: Alert, community: ShownCommunity, page: WebContents | null = null): void {
    if (!Notification.isSupported()) return;
    const { tag, title, body, isSilent, answerWords } = alert;
    this.end(tag, community);
    const notification = new Notification({
      title,
      body,
      silent: isSilent,
      ...(answerWords !== null && { hasReply: true, replyPlaceholder: answerWords }),
    });
    notification.on('click', () => this.#answer({ tag }, community, page));
    notification.on('reply', ({ reply }) => this.#answer({ tag, words: reply }, community, page));
    // One that nobody holds is forgotten with what it would tell; one that was shown long enough still stands in a list.
    this.#shown.set(nameIn(community, tag), notification);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > MOST && oldest !== undefined) this.#end(oldest);
    notification.show();
  }

  /** Takes one away. */
  end(tag: string, community: ShownCommunity): void {
    this.#end(nameIn(community, tag));
  }

  /** Takes all of a community away: nobody is signed in there. */
  endAll(community: ShownCommunity): void {
    for (const name of [...this.#shown.keys()]) if (name.startsWith(nameIn(community, ''))) this.#end(name);
  }

  /** What was chosen for a community goes, with its notifications. */
  forget(community: ShownCommunity): void {
    this.endAll(community);
    const { [community]: _gone, ...others } = this.#chosen;
    this.#keep(others);
  }

  /** Waits until all of it is written. */
  settled(): Promise<void> {
    return this.#file.settled();
  }

  #answer(said: AlertAnswer, community: ShownCommunity, page: WebContents | null): void {
    this.end(said.tag, community);
    const { onchosen, onanswered } = this.#options;
    const { hash: place, dialog } = targetOf(said.tag);
    const isThere = page !== null && !page.isDestroyed() && communityAt(page.getURL()) === community;
    if (said.words === undefined) onchosen(community, isThere ? null : place);
    if (isThere) push(page, 'alertAnswer', said);
    else if (said.words?.trim() && dialog !== null) onanswered(community, dialog, said.words.trim());
  }

  #end(name: string): void {
    const notification = this.#shown.get(name);
    this.#shown.delete(name);
    notification?.close();
  }

  #keep(chosen: z.infer<typeof Kept>): void {
    this.#chosen = chosen;
    // A disk that is full keeps what was chosen before; until the program ends this holds.
    this.#file.write(chosen).catch(() => undefined);
  }
}

/** Systems show a few lines; more would only be work. */
const AlertShape = z.object({
  tag: z.string().max(100),
  title: z.string().max(200),
  body: z.string().max(1000),
  isSilent: z.boolean(),
  answerWords: z.string().max(100).nullable(),
});

const Chosen = z.object({
  isOn: z.boolean(),
  showsWords: z.boolean(),
  sounds: z.boolean(),
  language: z.string().max(20),
  quietHours: z.custom<QuietHours>((value) => parseQuietHours(value) !== null),
});

const Kept = z.record(z.string(), Chosen);

/** How many stand at once; the oldest makes room. */
const MOST = 20;

function nameIn(community: ShownCommunity, tag: string): string {
  return `${community} ${tag}`;
}
