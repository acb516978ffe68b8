import type { RemoteCommunityId } from '../../remote/addresses';
import { RemoteAlerts, sendReply } from '../../remote/alerts';
import { UnreadWatch, type CommunityApi } from '../../remote/event-watch';
import type { Session } from '../../service';
import type { Alerts } from './alerts';
import type { Badge } from '../window/badge';
import type { SessionKeeper } from './sessions';

/** Communities of real people. */
export type OneOrOther = 'main' | RemoteCommunityId;

export interface ElsewhereOptions {
  sessions: SessionKeeper;
  badge: Badge;
  alerts: Alerts;
  /** What the program is called in the person's list of devices. */
  client: string;
  wayTo: (id: OneOrOther) => CommunityApi;
  nameOf: (id: OneOrOther) => Promise<string>;
  /** A community is heard again, or says something else of itself. */
  onsaid: (id: OneOrOther, community: CommunityApi, session: Session) => void;
  /** The number of unread messages somewhere is another. */
  onchange: () => void;
}

/** The communities that are not shown: what is unread there is counted, and told by notifications of the system. */
export class Elsewhere {
  readonly #options: ElsewhereOptions;
  readonly #watches = new Map<OneOrOther, UnreadWatch>();

  constructor(options: ElsewhereOptions) {
    this.#options = options;
  }

  /** Keeps a line to each of these where somebody is signed in, and no other. */
  watch(ids: readonly OneOrOther[]): void {
    const wanted = ids.filter((id) => this.#options.sessions.of(id) !== null);
    for (const id of [...this.#watches.keys()]) if (!wanted.includes(id)) this.end(id);
    for (const id of wanted) if (!this.#watches.has(id)) this.#begin(id);
  }

  /** Ends the line to one. */
  end(id: OneOrOther): void {
    this.#watches.get(id)?.close();
    this.#watches.delete(id);
  }

  /** Ends every line. */
  close(): void {
    for (const id of [...this.#watches.keys()]) this.end(id);
  }

  /** Sends an answer to a dialog there, or tells that it could not be sent. */
  async answer(id: OneOrOther, dialog: number, text: string): Promise<void> {
    const { sessions, alerts, wayTo, nameOf } = this.#options;
    const signedIn = sessions.of(id);
    const chosen = alerts.chosen(id);
    if (!signedIn || !chosen) return;
    const name = await nameOf(id);
    const answer = { dialog, text, chosen, name };
    const unsent = await sendReply(wayTo(id), this.#sessionOf(signedIn.token), answer);
    if (unsent && sessions.of(id)) alerts.show(unsent, id);
  }

  #begin(id: OneOrOther): void {
    const { sessions, badge, alerts, client, wayTo, nameOf, onsaid, onchange } = this.#options;
    const signedIn = sessions.of(id);
    if (!signedIn) return;
    const community = wayTo(id);
    const session = this.#sessionOf(signedIn.token);
    let isHeard = false;
    const isWatched = () => this.#watches.get(id) === watch;
    const alerter = new RemoteAlerts({
      community,
      session,
      person: signedIn.id,
      choices: () => alerts.chosen(id),
      name: () => nameOf(id),
      // The pages may have been shown while it was thought of: they tell for themselves.
      show: (alert) => isWatched() && alerts.show(alert, id),
      end: (tag) => isWatched() && alerts.end(tag, id),
    });
    const watch = new UnreadWatch(community, client, signedIn, {
      onUnread: (unread) => {
        if (!isHeard) onsaid(id, community, session);
        isHeard = true;
        badge.tell(id, unread);
        onchange();
      },
      onEvent: (heard) => {
        alerter.handle(heard);
        if (heard.Type === 'community' || heard.Type === 'reset') onsaid(id, community, session);
      },
    });
    this.#watches.set(id, watch);
  }

  #sessionOf(token: string): Session {
    return { token, address: '', userAgent: this.#options.client };
  }
}
