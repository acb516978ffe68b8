import { randomBytes } from 'node:crypto';
import { AppError, invalid } from '../../shared/errors';
import type { CommunityPreview } from '../../shared/bridge';
import { FINGERPRINT, isAddress, parseInvitation, type RemoteCommunityId } from './addresses';
import { addDiscoveredAddresses, addGivenAddress } from './address-list';
import { RemoteCommunity } from './remote-community';
import { CommunityHost } from './host';
import { JsonFile } from '../json-file';
import { identifyHosts } from './identify-hosts';
import { identifyHost } from './identify-hosts';
import {
  MAX_COMMUNITIES,
  MAX_NAME_LENGTH,
  moveCommunity,
  ReceivedCommunity,
  StoredListSchema,
  updateCommunity,
  type StoredCommunity,
  type StoredList,
} from './stored-list';
import { unixNow } from '../unix-time';

/** Where RemoteCommunities stores its list, and whom it notifies of changes. */
export interface RemoteCommunitiesOptions {
  /** Path of the file with the list. */
  path: string;
  /** The program's name in the person's list of devices. */
  client: string;
  /** Called when the list or the state of a host changes. */
  onChange: () => void;
  /** Called whenever a host answers at none of its addresses, for the first time or again. */
  onLost: (isNewlyLost: boolean) => void;
}

/** The remote communities that this program has joined: their stored list and a connection to each. */
export class RemoteCommunities {
  readonly #file: JsonFile;
  readonly #client: string;
  readonly #onChange: () => void;
  readonly #onLost: (isNewlyLost: boolean) => void;
  #list: StoredList;
  readonly #connections = new Map<string, RemoteCommunity>();
  /** The communities whose newer host is being tried. */
  readonly #following = new Set<string>();

  constructor({ path, client, onChange, onLost }: RemoteCommunitiesOptions) {
    this.#file = new JsonFile(path);
    this.#client = client;
    this.#onChange = onChange;
    this.#onLost = onLost;
    this.#list = this.#file.read((value) => StoredListSchema.parse(value)) ?? {
      shown: 'main',
      communities: [],
    };
    for (const other of this.#list.communities) this.#connections.set(other.id, this.#connect(other));
  }

  get all(): readonly StoredCommunity[] {
    return this.#list.communities;
  }

  /** The community displayed last. */
  get shown(): 'main' | RemoteCommunityId {
    return this.#list.shown;
  }
  set shown(id: 'main' | RemoteCommunityId) {
    if (id !== this.#list.shown) this.#persist({ ...this.#list, shown: id });
  }

  /** The connection to a community; null if there is none with this ID. */
  find(id: string): RemoteCommunity | null {
    return this.#connections.get(id) ?? null;
  }

  /**
   * Finds out which community is at an address or behind a link, without sending anything about the person. Without a
   * key in the link the host's own is returned, for the person to compare. Throws `validation_error`, Unreachable,
   * `not_found` if no community answers, `conflict` if its key isn't the link's, and `superseded` if another computer
   * hosts the community by now.
   */
  async preview(text: string): Promise<CommunityPreview> {
    const invitation = parseInvitation(text);
    if (!invitation) throw invalid('address', 'must be an address or a link');
    const { address, route: place } = invitation;
    const presented = await identifyHost(address);
    if (presented === null) throw new AppError('not_found');
    const { key: shown, term } = presented;
    if (invitation.key !== null && invitation.key !== shown) throw new AppError('conflict');
    const known = this.all.find(({ key }) => key === shown);
    if (known && term < known.term) throw new AppError('superseded');
    const host = new CommunityHost({ addresses: [address], key: shown, term }, SILENT);
    try {
      const anonymous = { token: null, address: '', userAgent: this.#client };
      const there = new RemoteCommunity('', host, noop);
      const { ID, Name, Members } = await there.call(anonymous, 'community.get', {});
      const id = known?.id ?? null;
      return {
        id,
        // The host is not trusted yet and may send anything.
        number: Number(ID) || 0,
        name: String(Name).slice(0, MAX_NAME_LENGTH),
        members: Number(Members) || 0,
        address,
        key: shown,
        isVouched: invitation.key !== null,
        place,
      };
    } finally {
      host.close();
    }
  }

  /**
   * Joins a community by key, or adds an address if it is joined already; returns its ID. Throws `validation_error`,
   * `conflict` if the list is full, and `unavailable` if it cannot be stored.
   */
  async join(wanted: {
    address: string;
    key: string;
    name?: string | undefined;
  }): Promise<RemoteCommunityId> {
    const { address, key, name = '' } = wanted;
    if (!isAddress(address)) throw invalid('address', 'must be HOST:PORT');
    if (!FINGERPRINT.test(key)) throw invalid('key', 'must be a key fingerprint');
    const hasKey = (other: StoredCommunity) => other.key === key;
    if (!this.all.some(hasKey) && this.all.length >= MAX_COMMUNITIES)
      throw new AppError(
        'conflict',
        `You have joined ${MAX_COMMUNITIES} communities, which is the limit. Leave one and try again.`,
      );
    const added: StoredCommunity = {
      id: `joined-${randomBytes(8).toString('hex')}`,
      number: 0,
      name: name.slice(0, MAX_NAME_LENGTH),
      addresses: [address],
      discovered: [],
      key,
      term: 1,
      seen: 0,
    };
    // A second click may have joined it meanwhile.
    await this.#updateDurably((stored) => {
      const known = stored.communities.find(hasKey);
      if (!known) return { ...stored, communities: [...stored.communities, added] };
      return updateCommunity(stored, known.id, addGivenAddress(known, address));
    });
    const joined = this.all.find(hasKey) ?? added;
    const connection = this.#connections.get(joined.id);
    if (connection) connection.host.retarget(joined);
    else this.#connections.set(joined.id, this.#connect(joined));
    return joined.id;
  }

  /**
   * Tries announced addresses of a community: those of a newer host are used from now on, and any of its host if that
   * is not reached otherwise. Anyone on the network can announce anything, so only addresses that answer with its key
   * are stored. Returns whether there are any.
   */
  async tryDiscovered(key: string, addresses: readonly string[]): Promise<boolean> {
    const known = this.all.find((other) => other.key === key);
    if (!known) return false;
    // Its own current address says nothing new, nor do the others while none of them answers.
    const tried = this.#isReached(known.id) ? known.addresses.slice(0, 1) : known.addresses;
    const candidates = addresses.filter((other) => isAddress(other) && !tried.includes(other));
    const presented = await identifyHosts(candidates);
    // It may have been found, left or given another key meanwhile.
    const current = this.all.find((other) => other.id === known.id && other.key === key);
    if (!current) return false;
    const ours = presented.filter((host) => host.key === key && host.term >= current.term);
    const term = Math.max(current.term, ...ours.map((host) => host.term));
    const verified = ours.filter((host) => host.term === term).map(({ address }) => address);
    if (verified.length === 0 || (term === current.term && this.#isReached(current.id))) return false;
    const list = { ...addDiscoveredAddresses(current, verified), term };
    this.#update(current.id, list);
    this.#connections.get(current.id)?.host.retarget({ ...list, key });
    return true;
  }

  /**
   * Removes a community from the list, then runs `notifyHost`, then closes its connections. Throws `unavailable` if
   * the removal cannot be stored, before anything is sent.
   */
  async leave(id: string, notifyHost?: (community: RemoteCommunity) => Promise<unknown>): Promise<void> {
    await this.#updateDurably(({ shown, communities }) => ({
      shown: shown === id ? 'main' : shown,
      communities: communities.filter((other) => other.id !== id),
    }));
    const connection = this.#connections.get(id);
    if (!connection) return;
    await notifyHost?.(connection);
    connection.host.close();
    this.#connections.delete(id);
  }

  /** Moves a community before another one, or to the end (null). Throws `unavailable` if it cannot be stored. */
  move(id: string, before: string | null): Promise<void> {
    return this.#updateDurably((stored) => moveCommunity(stored, id, before));
  }

  /**
   * Accepts the key that the host presents now, as the person has confirmed. Does nothing if it presents another one
   * by now. Throws `unavailable` if it cannot be stored.
   */
  async trust(id: string, key: string): Promise<void> {
    const connection = this.#connections.get(id);
    // If that community is in the list itself, the host has not moved.
    if (connection?.host.presentedKey !== key || this.all.some((other) => other.key === key)) return;
    await this.#updateDurably((stored) => updateCommunity(stored, id, { key, term: 1 }));
    connection.host.retarget({ addresses: [...connection.host.addresses], key, term: 1 });
  }

  /** Closes all connections once the list is written. What is kept of the communities here is as of now. */
  async close(): Promise<void> {
    for (const { id } of this.all) if (this.#isReached(id)) this.#update(id, { seen: unixNow() });
    for (const { host } of this.#connections.values()) host.close();
    await this.#file.settled();
  }

  #isReached(id: string): boolean {
    return this.#connections.get(id)?.host.state === 'here';
  }

  #connect(stored: StoredCommunity): RemoteCommunity {
    const { id } = stored;
    const host = new CommunityHost(stored, {
      onChange: () => this.#onHostChange(id),
      onContact: () => this.#onContact(id),
      onLost: this.#onLost,
      onMoved: (to) => void this.#follow(id, to),
    });
    return new RemoteCommunity(id, host, (record) => this.#onCommunityRecord(id, record));
  }

  /** A former host says where the community is now; the network is searched if it isn't there. */
  async #follow(id: string, to: readonly string[]): Promise<void> {
    const known = this.all.find((other) => other.id === id);
    if (!known || this.#following.has(id)) return;
    this.#following.add(id);
    if (!(await this.tryDiscovered(known.key, to))) this.#onLost(false);
    this.#following.delete(id);
  }

  /** The host was found at another address, is a newer one, went offline or has another key. */
  #onHostChange(id: string): void {
    const host = this.#connections.get(id)?.host;
    if (!host) return this.#onChange();
    const { addresses, term, state } = host;
    if (state === 'here') this.#update(id, { addresses: [...addresses], term, seen: unixNow() });
    else if (term !== this.all.find((other) => other.id === id)?.term) this.#update(id, { term });
    else this.#onChange();
  }

  /** After a crash, this is what is known of when the host was last there. */
  #onContact(id: string): void {
    const known = this.all.find((other) => other.id === id);
    if (known && Math.abs(unixNow() - known.seen) >= SEEN_SECONDS) this.#update(id, { seen: unixNow() });
  }

  #onCommunityRecord(id: string, record: unknown): void {
    const known = this.all.find((other) => other.id === id);
    const read = ReceivedCommunity.safeParse(record);
    if (!known || !read.success) return;
    const { ID: number, Name: name } = read.data;
    if (name !== known.name || number !== known.number) this.#update(id, { number, name });
  }

  #update(id: string, part: Partial<StoredCommunity>): void {
    this.#persist(updateCommunity(this.#list, id, part));
  }

  /** A decision of the person takes effect once it is stored, on top of automatic updates made meanwhile. */
  async #updateDurably(decision: (stored: StoredList) => StoredList): Promise<void> {
    try {
      await this.#file.write(decision(this.#list));
    } catch (cause) {
      throw new AppError(
        'unavailable',
        'The list of communities could not be saved. Free up disk space and try again.',
        { cause },
      );
    }
    this.#persist(decision(this.#list));
  }

  #persist(stored: StoredList): void {
    this.#list = stored;
    // On a full disk the old list remains; automatic updates will be repeated.
    this.#file.write(stored).catch(() => undefined);
    this.#onChange();
  }
}

/** Seconds between two writes of when a host was last heard of. */
const SEEN_SECONDS = 60;

const SILENT = { onChange: noop, onContact: noop, onLost: noop, onMoved: noop };
function noop(): void {}
