import { safeStorage } from 'electron';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { SignedIn } from '../../../shared/bridge';
import type { HandlersOf } from '../../doors/ipc-channels';
import { JsonFile } from '../../remote/json-file';
import type { ShownCommunity } from '../window/scheme';
import { communityFrom } from '../window/senders';

/**
 * Who is signed in to each community, kept in a file of its own and encrypted as the system keeps secrets. Where it has no way
 * to, a sign-in lasts until the program ends.
 */
export class SessionKeeper {
  readonly #file: JsonFile;
  readonly #logger: Logger;
  readonly #held = new Map<ShownCommunity, SignedIn>();
  #sealed: Record<string, string> = {};
  #onchange: (community: ShownCommunity) => void = () => undefined;

  /** `path` is that of the file; what can't be read or deciphered there is as good as signed out. */
  constructor(path: string, logger: Logger) {
    this.#file = new JsonFile(path);
    this.#logger = logger;
  }

  /** Answers our pages: each its own session. */
  readonly handlers: HandlersOf<'session'> = {
    session: async (event, change) => {
      const community = communityFrom(event);
      if (community === null) throw new Error('not answered');
      if (change !== undefined) await this.#change(community, Change.parse(change));
      return this.of(community);
    },
  };

  /** Reads what was stored. `onchange` is called when someone signs in or out. */
  async begin(onchange: (community: ShownCommunity) => void): Promise<void> {
    this.#onchange = onchange;
    this.#sealed = this.#file.read((value) => Sealed.parse(value)) ?? {};
    for (const [community, sealed] of Object.entries(this.#sealed)) {
      const session = await opened(sealed);
      if (session) this.#held.set(community as ShownCommunity, session);
    }
  }

  /** Who is signed in to a community; null for nobody. */
  of(community: ShownCommunity): SignedIn | null {
    return this.#held.get(community) ?? null;
  }

  /** Nobody is, any more. */
  forget(community: ShownCommunity): Promise<void> {
    return this.#change(community, null);
  }

  /** Waits until all of it is written. */
  settled(): Promise<void> {
    return this.#file.settled();
  }

  async #change(community: ShownCommunity, session: SignedIn | null): Promise<void> {
    if (session) this.#held.set(community, session);
    else this.#held.delete(community);
    this.#onchange(community);
    try {
      const sealed = session && (await safeStorage.isAsyncEncryptionAvailable()) ? await seal(session) : null;
      // Another change may have come meanwhile: the last one holds.
      if (this.of(community) !== session) return;
      const { [community]: _before, ...others } = this.#sealed;
      this.#sealed = sealed === null ? others : { ...others, [community]: sealed };
      await this.#file.write(this.#sealed);
    } catch (error) {
      this.#logger.warn({ err: error }, 'a session could not be kept');
    }
  }
}

const Sealed = z.record(z.string(), z.string());
const Session = z.strictObject({ token: z.string().min(1).max(200), id: z.number().int().positive() });
const Change = Session.nullable();

async function seal(session: SignedIn): Promise<string> {
  return (await safeStorage.encryptStringAsync(JSON.stringify(session))).toString('base64');
}

async function opened(sealed: string): Promise<SignedIn | null> {
  try {
    const { result } = await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'));
    return Session.parse(JSON.parse(result));
  } catch {
    return null;
  }
}
