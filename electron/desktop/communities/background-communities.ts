import type { RemoteCommunityId } from '../../remote/addresses';
import { RemoteAlerts, sendReply } from '../../remote/remote-alerts';
import type { CommunityApi } from '../../remote/event-transport';
import { UnreadWatch } from '../../remote/unread-watch';
import type { Session } from '../../service';
import type { SystemAlerts } from './system-alerts';
import type { Badge } from '../window/badge';
import type { SessionStore } from './session-store';

/** ID of the local or a remote community, without the demo. */
export type CommunityId = 'main' | RemoteCommunityId;

export interface BackgroundCommunitiesOptions {
  sessions: SessionStore;
  badge: Badge;
  alerts: SystemAlerts;
  /** The program's name in the person's list of devices. */
  client: string;
  connectionTo: (id: CommunityId) => CommunityApi;
  nameOf: (id: CommunityId) => Promise<string>;
  /** Called when a community is reachable again or its description changes. */
  onAvailable: (id: CommunityId, community: CommunityApi) => void;
  /** Called when the number of unread messages of a community changes. */
  onUnreadChange: () => void;
}

/** Watches the communities that aren't displayed: counts unread messages and shows system notifications. */
export class BackgroundCommunities {
  readonly #options: BackgroundCommunitiesOptions;
  readonly #watches = new Map<CommunityId, UnreadWatch>();

  constructor(options: BackgroundCommunitiesOptions) {
    this.#options = options;
  }

  /** Watches these communities, if someone is signed in to them, and stops watching all others. */
  watch(ids: readonly CommunityId[]): void {
    const wanted = ids.filter((id) => this.#options.sessions.of(id) !== null);
    for (const id of [...this.#watches.keys()]) if (!wanted.includes(id)) this.end(id);
    for (const id of wanted) if (!this.#watches.has(id)) this.#begin(id);
  }

  /** Stops watching a community. */
  end(id: CommunityId): void {
    this.#watches.get(id)?.close();
    this.#watches.delete(id);
  }

  /** Stops watching all communities. */
  close(): void {
    for (const id of [...this.#watches.keys()]) this.end(id);
  }

  /** Sends a reply to a dialog, or shows a notification that it could not be sent. */
  async answer(id: CommunityId, dialog: number, text: string): Promise<void> {
    const { sessions, alerts, connectionTo, nameOf } = this.#options;
    const signedIn = sessions.of(id);
    const chosen = alerts.chosen(id);
    if (!signedIn || !chosen) return;
    const name = await nameOf(id);
    const answer = { dialog, text, chosen, name };
    const unsent = await sendReply(connectionTo(id), this.#sessionOf(signedIn.token), answer);
    if (unsent && sessions.of(id)) alerts.show(unsent, id);
  }

  #begin(id: CommunityId): void {
    const { sessions, badge, alerts, client, connectionTo, nameOf, onAvailable, onUnreadChange } =
      this.#options;
    const signedIn = sessions.of(id);
    if (!signedIn) return;
    const community = connectionTo(id);
    const session = this.#sessionOf(signedIn.token);
    let isConnected = false;
    const isWatched = () => this.#watches.get(id) === watch;
    const alertHandler = new RemoteAlerts({
      community,
      session,
      person: signedIn.id,
      choices: () => alerts.chosen(id),
      name: () => nameOf(id),
      // The community may have been displayed meanwhile: its pages show their own notifications.
      show: (alert) => isWatched() && alerts.show(alert, id),
      end: (tag) => isWatched() && alerts.end(tag, id),
    });
    const watch = new UnreadWatch(community, client, signedIn, {
      onUnread: (unread) => {
        if (!isConnected) onAvailable(id, community);
        isConnected = true;
        badge.setUnread(id, unread);
        onUnreadChange();
      },
      onEvent: (event) => {
        alertHandler.handle(event);
        if (event.Type === 'community' || event.Type === 'reset') onAvailable(id, community);
      },
    });
    this.#watches.set(id, watch);
  }

  #sessionOf(token: string): Session {
    return { token, address: '', userAgent: this.#options.client };
  }
}
