import { session, type WebContents } from 'electron';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Communities as State, type CommunitiesAct } from '../../../shared/bridge';
import { AppError } from '../../../shared/errors';
import { failureOf } from '../../doors/failures';
import { failed } from '../../doors/ipc';
import { push, type HandlersOf } from '../../doors/ipc-channels';
import { CommunityFinder } from '../../discovery/finder';
import { isRemoteCommunityId } from '../../remote/addresses';
import type { RemoteCommunity } from '../../remote/community';
import { RemoteCommunities } from '../../remote/remote-communities';
import { HostSearch } from '../../remote/host-search';
import type { Service } from '../../service';
import { THIS_MACHINE } from '../../sharing/addresses';
import type { Alerts } from './alerts';
import type { Badge } from '../window/badge';
import { Elsewhere, type OneOrOther } from './remote-communities';
import { Pictures } from './avatar-cache';
import { ownAddress, type AnswerBytes, type ShownCommunity } from '../window/scheme';
import { communityFrom } from '../window/senders';
import type { SessionKeeper } from './sessions';

export interface CommunitiesOptions {
  /** The file of the list of joined ones. */
  path: string;
  /** The person's own one. */
  own: Service;
  sessions: SessionKeeper;
  badge: Badge;
  alerts: Alerts;
  /** The file of their pictures. */
  pictures: string;
  answerBytes: AnswerBytes;
  /** Nothing is asked in the networks: a host that has moved is not looked for. */
  quiet: boolean;
  /** What the program is called in the person's list of devices. */
  client: string;
  /** Shows the pages of a community, at a place in them or where they begin. */
  show: (community: ShownCommunity, place?: string) => void;
  /** The pages that are shown now. */
  page: () => WebContents | null;
  logger: Logger;
}

/** The communities of this program, the own one and those that were joined: which is shown, and what is new in the others. */
export class Communities {
  readonly #options: CommunitiesOptions;
  readonly #joined: RemoteCommunities;
  readonly #seeker: HostSearch;
  readonly #pictures: Pictures;
  readonly #elsewhere: Elsewhere;
  #shown: ShownCommunity;
  #isTelling = false;

  constructor(options: CommunitiesOptions) {
    this.#options = options;
    const { path, own, client, quiet } = options;
    const finder = new CommunityFinder({
      machine: THIS_MACHINE,
      sweepTargets: { hosts: () => [], ports: [] },
    });
    this.#seeker = new HostSearch(finder, (found) => {
      for (const { key, addresses } of found) void this.#joined.tryDiscovered(key, addresses);
    });
    this.#joined = new RemoteCommunities({
      path,
      client,
      onChange: () => this.#tell(),
      onLost: () => {
        if (!quiet) this.#seeker.start();
      },
    });
    const { pictures, answerBytes } = options;
    this.#pictures = new Pictures({ path: pictures, answerBytes, onchange: () => this.#tell() });
    this.#elsewhere = new Elsewhere({
      ...options,
      // One that can't be had now is looked for again with the next word from there.
      onsaid: (id, ...asked) => void this.#pictures.look(id, ...asked).catch(() => undefined),
      wayTo: (id) => (id === 'main' ? null : this.find(id)) ?? own,
      nameOf: async (id) => this.#joined.all.find((one) => one.id === id)?.name ?? (await this.#own()).name,
      onchange: () => this.#tell(),
    });
    const { shown } = this.#joined;
    this.#shown = shown === 'main' || this.find(shown) ? shown : 'main';
  }

  /** Which is shown, or was when the program ended. */
  get shown(): ShownCommunity {
    return this.#shown;
  }

  /** The way to a joined one; null where there is none of the name. */
  find(id: string): RemoteCommunity | null {
    return this.#joined.find(id);
  }

  /** Connects to each community that is not shown. */
  begin(): void {
    this.#watch();
  }

  /** Answers our pages. */
  readonly handlers: HandlersOf<'communities'> = {
    communities: async (event, asked) => {
      try {
        if (communityFrom(event) === null) throw new AppError('access_denied');
        return { ok: true, value: await this.#do(Act.parse(asked)) };
      } catch (error) {
        return failed(failureOf(error, this.#options.logger));
      }
    },
  };

  /** The pages are told of a change: a community has another number of unread messages. */
  announce(): void {
    this.#tell();
  }

  /** Somebody has signed in to a community, or out. */
  follow(community: ShownCommunity): void {
    if (community === 'practice') return;
    this.#elsewhere.end(community);
    const { sessions, badge, alerts } = this.#options;
    if (!sessions.of(community)) {
      badge.tell(community, 0);
      alerts.endAll(community);
    }
    this.#watch();
    this.#tell();
  }

  /** The pages of a community are shown from now on. */
  see(community: ShownCommunity): void {
    this.#shown = community;
    if (community !== 'practice') this.#joined.shown = community;
    this.#watch();
  }

  /** An answer to a dialog was written into a notification of a community whose pages are not shown. */
  answer(community: ShownCommunity, dialog: number, words: string): void {
    if (community === 'main' || this.find(community))
      void this.#elsewhere.answer(community as OneOrOther, dialog, words).catch(() => undefined);
  }

  /** Ends every line. */
  async close(): Promise<void> {
    this.#elsewhere.close();
    this.#seeker.close();
    await Promise.all([this.#joined.close(), this.#pictures.settled()]);
  }

  async #do(asked: CommunitiesAct): Promise<unknown> {
    switch (asked.act) {
      case 'show':
        if (asked.id === 'main' || this.find(asked.id))
          this.#options.show(asked.id as OneOrOther, asked.place);
        break;
      case 'meet':
        return this.#meet(asked.address);
      case 'join':
        this.#options.show(await this.#joined.join(asked), asked.place);
        break;
      case 'leave':
        await this.#leave(asked.id);
        break;
      case 'trust':
        await this.#joined.trust(asked.id, asked.key);
        break;
    }
    return this.#state();
  }

  async #meet(address: string): Promise<unknown> {
    const met = await this.#joined.preview(address);
    const { key } = await this.#own();
    return key === met.key ? { ...met, id: 'main' } : met;
  }

  /** Forgets all that was kept of the community here, and signs out where there is a host. */
  async #leave(id: string): Promise<void> {
    if (!this.find(id) || !isRemoteCommunityId(id)) return;
    const { sessions, client, badge, alerts, show } = this.#options;
    await this.#joined.leave(id, async (community) => {
      if (this.#shown === id) show('main');
      this.#elsewhere.end(id);
      const token = sessions.of(id)?.token;
      if (token !== undefined)
        await community
          .call({ token, address: '', userAgent: client }, 'account.logout', {})
          .catch(() => undefined);
    });
    await sessions.forget(id);
    badge.tell(id, 0);
    alerts.forget(id);
    this.#pictures.forget(id);
    await session.defaultSession.clearStorageData({ origin: ownAddress(id).replace(/\/$/, '') });
  }

  async #state(): Promise<State> {
    const { badge } = this.#options;
    const own = { ...(await this.#own()), address: '', addresses: [], state: 'here' as const, shown: null };
    return [
      { id: 'main', ...own, picture: this.#pictures.of('main'), unread: badge.of('main') },
      ...this.#joined.all.map(({ id, number, name, key, addresses }) => {
        const { state = 'unknown', presentedKey: shown = null } = this.find(id)?.host ?? {};
        const [address = ''] = addresses;
        return {
          id,
          number,
          name,
          key,
          address,
          addresses,
          state,
          shown,
          picture: this.#pictures.of(id),
          unread: badge.of(id),
        };
      }),
    ];
  }

  async #own(): Promise<{ number: number; name: string; key: string }> {
    const nobody = { token: null, address: '', userAgent: this.#options.client };
    const { ID: number, Name, Key: key, Members } = await this.#options.own.call(nobody, 'community.get', {});
    return { number, name: Members > 0 ? Name : '', key };
  }

  /** Tells the pages how it stands; what changes in one go is told once. */
  #tell(): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    setImmediate(() => {
      this.#isTelling = false;
      this.#state().then(
        (state) => {
          const page = this.#options.page();
          if (page) push(page, 'communitiesNow', state);
        },
        // The own service is being closed.
        () => undefined,
      );
    });
  }

  /** The pages of the one that is shown have a line of their own. */
  #watch(): void {
    const all = ['main' as const, ...this.#joined.all.map((one) => one.id)];
    this.#elsewhere.watch(all.filter((id) => id !== this.#shown));
  }
}

const Place = z.string().startsWith('#/').max(2048);
const Id = z.string().max(40);
const Key = z.string().length(64);

const Act = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('look') }),
  z.strictObject({ act: z.literal('show'), id: Id, place: Place.optional() }),
  z.strictObject({ act: z.literal('meet'), address: z.string().max(2048) }),
  z.strictObject({
    act: z.literal('join'),
    address: z.string().max(300),
    key: Key,
    name: z.string().max(200).optional(),
    place: Place.optional(),
  }),
  z.strictObject({ act: z.literal('leave'), id: Id }),
  z.strictObject({ act: z.literal('trust'), id: Id, key: Key }),
]);
