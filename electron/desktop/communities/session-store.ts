import { safeStorage } from 'electron';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { SignedIn } from '../../../shared/bridge';
import type { HandlersOf } from '../../doors/ipc-channels';
import { JsonFile } from '../../json-file';
import type { ShownCommunity } from '../window/scheme';
import { communityFrom } from '../window/senders';

/**
 * Stores who is signed in to each community, in a file encrypted by the system's secret storage. If the system has
 * none, a sign-in lasts until the program ends.
 */
export class SessionStore {
  readonly #file: JsonFile;
  readonly #logger: Logger;
  readonly #sessions = new Map<ShownCommunity, SignedIn>();
  #encrypted: Record<string, string> = {};
  #onchange: (community: ShownCommunity) => void = () => undefined;

  /** `path` is the file; entries that cannot be read or decrypted count as signed out. */
  constructor(path: string, logger: Logger) {
    this.#file = new JsonFile(path);
    this.#logger = logger;
  }

  /** The IPC handlers for pages; each page reaches only its own session. */
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
    this.#encrypted = this.#file.read((value) => EncryptedSessions.parse(value)) ?? {};
    for (const [community, encrypted] of Object.entries(this.#encrypted)) {
      const session = await decrypt(encrypted);
      if (session) this.#sessions.set(community as ShownCommunity, session);
    }
  }

  /** The session of a community; null if signed out. */
  of(community: ShownCommunity): SignedIn | null {
    return this.#sessions.get(community) ?? null;
  }

  /** Deletes the session of a community. */
  forget(community: ShownCommunity): Promise<void> {
    return this.#change(community, null);
  }

  /** Resolves when everything is written. */
  settled(): Promise<void> {
    return this.#file.settled();
  }

  async #change(community: ShownCommunity, session: SignedIn | null): Promise<void> {
    if (session) this.#sessions.set(community, session);
    else this.#sessions.delete(community);
    this.#onchange(community);
    try {
      const encrypted =
        session && (await safeStorage.isAsyncEncryptionAvailable()) ? await encrypt(session) : null;
      // A later change may have been made meanwhile; the last one wins.
      if (this.of(community) !== session) return;
      const { [community]: _before, ...others } = this.#encrypted;
      this.#encrypted = encrypted === null ? others : { ...others, [community]: encrypted };
      await this.#file.write(this.#encrypted);
    } catch (error) {
      this.#logger.warn({ err: error }, 'a session could not be stored');
    }
  }
}

const EncryptedSessions = z.record(z.string(), z.string());
const Session = z.strictObject({ token: z.string().min(1).max(200), id: z.number().int().positive() });
const Change = Session.nullable();

async function encrypt(session: SignedIn): Promise<string> {
  return (await safeStorage.encryptStringAsync(JSON.stringify(session))).toString('base64');
}

async function decrypt(encrypted: string): Promise<SignedIn | null> {
  try {
    const { result } = await safeStorage.decryptStringAsync(Buffer.from(encrypted, 'base64'));
    return Session.parse(JSON.parse(result));
  } catch {
    return null;
  }
}
