import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AppError, invalid } from '../../shared/errors';
import type { Met } from '../../shared/bridge';
import { LIMITS } from '../../shared/limits';
import {
  FINGERPRINT,
  isAddress,
  isJoinedId,
  MOST_ADDRESSES,
  readInvitation,
  type JoinedId,
} from './addresses';
import { withDiscovered, withGiven } from './address-list';
import { JoinedCommunity } from './community';
import { CommunityHost } from './host';
import { KeptFile } from './json-file';
import { keyAt } from './pinned-agent';

/** What is kept of a joined community. */
export type KeptCommunity = List['communities'][number];

type List = z.infer<typeof Kept>;

export interface JoinedOptions {
  /** The file that the list lies in. */
  path: string;
  /** What this program is called in the person's list of devices. */
  client: string;
  /** Something in the list, or about a host, is another. */
  onchange: () => void;
  /** A host was found at none of its addresses; told each time. */
  onlost: () => void;
}

/** The communities elsewhere that this program has joined: their list, and the way to each. */
export class JoinedCommunities {
  readonly #file: KeptFile;
  readonly #client: string;
  readonly #onchange: () => void;
  readonly #onlost: () => void;
  #kept: List;
  readonly #ways = new Map<string, JoinedCommunity>();

  constructor({ path, client, onchange, onlost }: JoinedOptions) {
    this.#file = new KeptFile(path);
    this.#client = client;
    this.#onchange = onchange;
    this.#onlost = onlost;
    this.#kept = this.#file.read((value) => Kept.parse(value)) ?? { shown: 'main', communities: [] };
    for (const one of this.#kept.communities) this.#ways.set(one.id, this.#wayTo(one));
  }

  get all(): readonly KeptCommunity[] {
    return this.#kept.communities;
  }

  /** The community that was shown last. */
  get shown(): 'main' | JoinedId {
    return this.#kept.shown;
  }
  set shown(id: 'main' | JoinedId) {
    if (id !== this.#kept.shown) this.#keep({ ...this.#kept, shown: id });
  }

  /** The way to one of them; null where there is none of the name. */
  find(id: string): JoinedCommunity | null {
    return this.#ways.get(id) ?? null;
  }

  /**
   * Looks who is at an address or behind a link; nothing of the person is told there. Where no key came along, the host's own
   * is taken, for the person to compare. Throws `validation_error`, Unreachable, `not_found` where no community answers, and
   * `conflict` where it is another than the link's.
   */
  async meet(text: string): Promise<Met> {
    const invitation = readInvitation(text);
    if (!invitation) throw invalid('address', 'must be an address or a link');
    const { address, place } = invitation;
    const shown = await keyAt(address);
    if (shown === null) throw new AppError('not_found');
    if (invitation.key !== null && invitation.key !== shown) throw new AppError('conflict');
    const host = new CommunityHost([address], shown, nothing, nothing);
    try {
      const nobody = { token: null, address: '', userAgent: this.#client };
      const { ID, Name, Members } = await new JoinedCommunity('', host, nothing).call(
        nobody,
        'community.get',
        {},
      );
      const id = this.all.find(({ key }) => key === shown)?.id ?? null;
      return {
        id,
        // Whoever answers is not known yet, and may say anything.
        number: Number(ID) || 0,
        name: String(Name).slice(0, NAME_LENGTH),
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
   * Joins the community of this key, at one more address where it is joined already; gives its name here. Throws
   * `validation_error`, `conflict` where the list is full, and `unavailable` where it can't be stored.
   */
  async join(wanted: { address: string; key: string; name?: string | undefined }): Promise<JoinedId> {
    const { address, key, name = '' } = wanted;
    if (!isAddress(address)) throw invalid('address', 'must be HOST:PORT');
    if (!FINGERPRINT.test(key)) throw invalid('key', 'must be a key fingerprint');
    const isThis = (one: KeptCommunity) => one.key === key;
    if (!this.all.some(isThis) && this.all.length >= MOST)
      throw new AppError(
        'conflict',
        `You have joined ${MOST} communities, which is the limit. Leave one and try again.`,
      );
    const made: KeptCommunity = {
      id: `joined-${randomBytes(8).toString('hex')}`,
      number: 0,
      name: name.slice(0, NAME_LENGTH),
      addresses: [address],
      discovered: [],
      key,
      seen: 0,
    };
    // It may be joined meanwhile by a second click.
    await this.#decide((kept) => {
      const known = kept.communities.find(isThis);
      if (!known) return { ...kept, communities: [...kept.communities, made] };
      return changed(kept, known.id, withGiven(known, address));
    });
    const joined = this.all.find(isThis) ?? made;
    const way = this.#ways.get(joined.id);
    if (way) way.host.become(joined.addresses, key);
    else this.#ways.set(joined.id, this.#wayTo(joined));
    return joined.id;
  }

  /**
   * Looks for a community that is away at addresses that were announced as its own, which anybody in the network can do:
   * only those that answer with its key are stored.
   */
  async tryAt(key: string, addresses: readonly string[]): Promise<void> {
    const isAway = (one: KeptCommunity) => one.key === key && this.#ways.get(one.id)?.host.state !== 'here';
    const away = this.all.find(isAway);
    const unknown = addresses.filter((one) => isAddress(one) && !away?.addresses.includes(one));
    if (!away || unknown.length === 0) return;
    const answered = await answeringWith(key, unknown.slice(0, MOST_TRIED));
    // It may have been found, left or given another key meanwhile.
    const known = this.all.find((one) => one.id === away.id && isAway(one));
    if (!known || answered.length === 0) return;
    const list = withDiscovered(known, answered);
    this.#change(known.id, list);
    this.#ways.get(known.id)?.host.become(list.addresses, key);
  }

  /**
   * Forgets a community, then does what is still to be said there, then ends what is open to it. Throws `unavailable` where that
   * can't be stored, before anything is said.
   */
  async leave(id: string, say?: (community: JoinedCommunity) => Promise<unknown>): Promise<void> {
    await this.#decide(({ shown, communities }) => ({
      shown: shown === id ? 'main' : shown,
      communities: communities.filter((one) => one.id !== id),
    }));
    const way = this.#ways.get(id);
    if (!way) return;
    await say?.(way);
    way.host.close();
    this.#ways.delete(id);
  }

  /**
   * Takes the key that its host shows now for that of the community: the person has said so. Nothing where it shows another by
   * now. Throws `unavailable` where that can't be stored.
   */
  async trust(id: string, key: string): Promise<void> {
    const way = this.#ways.get(id);
    // One that is joined too is where it says that it is: nothing has moved.
    if (way?.host.shown !== key || this.all.some((one) => one.key === key)) return;
    await this.#decide((kept) => changed(kept, id, { key }));
    way.host.become([...way.host.addresses], key);
  }

  /** Ends every connection, once the list is kept. */
  async close(): Promise<void> {
    for (const { host } of this.#ways.values()) host.close();
    await this.#file.settled();
  }

  #wayTo({ id, addresses, key }: KeptCommunity): JoinedCommunity {
    const host = new CommunityHost(addresses, key, () => this.#follow(id), this.#onlost);
    return new JoinedCommunity(id, host, (said) => this.#learn(id, said));
  }

  /** The host was found elsewhere, is away, or is another's. */
  #follow(id: string): void {
    const host = this.#ways.get(id)?.host;
    if (host?.state === 'here') this.#change(id, { addresses: [...host.addresses], seen: now() });
    else this.#onchange();
  }

  #learn(id: string, said: unknown): void {
    const known = this.all.find((one) => one.id === id);
    const read = Said.safeParse(said);
    if (!known || !read.success) return;
    const { ID: number, Name: name } = read.data;
    if (name !== known.name || number !== known.number) this.#change(id, { number, name });
  }

  #change(id: string, part: Partial<KeptCommunity>): void {
    this.#keep(changed(this.#kept, id, part));
  }

  /** A person's decision holds once it is stored, beside what was learned meanwhile. */
  async #decide(decision: (kept: List) => List): Promise<void> {
    try {
      await this.#file.write(decision(this.#kept));
    } catch (cause) {
      throw new AppError(
        'unavailable',
        'The list of communities could not be saved. Free up disk space and try again.',
        { cause },
      );
    }
    this.#keep(decision(this.#kept));
  }

  #keep(kept: List): void {
    this.#kept = kept;
    // What was only learned is learned again where a full disk keeps the old list.
    this.#file.write(kept).catch(() => undefined);
    this.#onchange();
  }
}

/** Those addresses whose host shows the key; nothing is said to any of them. */
async function answeringWith(key: string, addresses: readonly string[]): Promise<string[]> {
  const shown = await Promise.all(addresses.map((one) => keyAt(one).catch(() => null)));
  return addresses.filter((_, index) => shown[index] === key);
}

/** How many announced addresses are tried at once. */
const MOST_TRIED = 16;
/** How many communities are joined at once. */
const MOST = 50;
/** UTF-16 units: a character may have two. */
const NAME_LENGTH = 2 * LIMITS.communityName;

/** What of a community's word for itself is kept. */
const Said = z.object({
  ID: z.number(),
  Name: z.string().transform((name) => name.slice(0, NAME_LENGTH)),
});

const Kept = z.object({
  shown: z.custom<'main' | JoinedId>((value) => value === 'main' || isJoinedId(String(value))),
  communities: z
    .array(
      z.object({
        id: z.custom<JoinedId>((value) => typeof value === 'string' && isJoinedId(value)),
        number: z.number(),
        name: z.string(),
        addresses: z.array(z.string().refine(isAddress)).min(1).max(MOST_ADDRESSES),
        discovered: z.array(z.string().refine(isAddress)).max(MOST_ADDRESSES).default([]),
        key: z.string().regex(FINGERPRINT),
        /** Unix seconds; 0 for never. */
        seen: z.number(),
      }),
    )
    .max(MOST),
});

function changed(list: List, id: string, part: Partial<KeptCommunity>): List {
  const communities = list.communities.map((one) => (one.id === id ? { ...one, ...part } : one));
  return { ...list, communities };
}

function nothing(): void {}

function now(): number {
  return Math.floor(Date.now() / 1000);
}
