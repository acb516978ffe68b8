import Database from 'better-sqlite3';
import { openService, type Service, type Session } from '../../electron/service';
import { setOwner, START, TEST_SETTINGS, testServiceOver, type TestClock } from './community';

/** Who was registered, and their first session. */
export interface Registered {
  id: number;
  name: string;
  email: string;
  password: string;
  session: Session;
}

/**
 * A community in memory. What this process has made before is restored from its bytes: an empty one, and one with people who
 * were registered before anything else was done. Registering someone takes ten times as long.
 */
export class World {
  /** The service that runs now. */
  readonly service: Service;
  readonly #clock: TestClock;
  #running: Running;
  /** What the community was restored from, or stored as; null since something else was done in it. */
  #image: Image | null;
  #owner: Registered | undefined;

  private constructor(clock: TestClock, running: Running, image: Image) {
    this.#clock = clock;
    this.#running = running;
    this.#image = image;
    this.service = new Proxy({} as Service, {
      get: (_, key) => {
        this.#image = null;
        return Reflect.get(this.#running.service, key) as unknown;
      },
    });
  }

  /** Opens one without anyone in it. */
  static async open(clock: TestClock): Promise<World> {
    const running = await run(clock, emptyImage ? new Database(emptyImage.bytes) : new Database(':memory:'));
    emptyImage ??= { bytes: running.raw.serialize(), added: [], next: new Map() };
    return new World(clock, running, emptyImage);
  }

  /** Adds people; the first one of all is the owner. */
  async register(names: readonly string[]): Promise<Registered[]> {
    const image = this.#clock.seconds === START ? this.#image : null;
    const known = image?.next.get(JSON.stringify(names));
    const added = known ? await this.#restore(known) : await this.#registerNow(names);
    this.#owner ??= added[0];
    // Something else may have been done while they were registered.
    if (image && !known && this.#image) {
      await this.#running.service.settled();
      this.#image = { bytes: this.#running.raw.serialize(), added, next: new Map() };
      image.next.set(JSON.stringify(names), this.#image);
    }
    return added;
  }

  close(): Promise<void> {
    return this.#running.service.close();
  }

  async #restore(image: Image): Promise<Registered[]> {
    await this.#running.service.close();
    this.#running = await run(this.#clock, new Database(image.bytes));
    this.#image = image;
    return image.added;
  }

  async #registerNow(names: readonly string[]): Promise<Registered[]> {
    const t = testServiceOver(this.#running.service, this.#clock);
    if (this.#owner) setOwner(this.#running.service, t.as(this.#owner.session, this.#owner));
    const added: Registered[] = [];
    for (const each of names) {
      const { id, name, email, password, session } = await t.person(each);
      added.push({ id, name, email, password, session });
    }
    return added;
  }
}

interface Running {
  service: Service;
  raw: Database.Database;
}

interface Image {
  bytes: Buffer;
  /** Who was registered last. */
  added: Registered[];
  /** What follows when people of these names are registered next. */
  next: Map<string, Image>;
}

let emptyImage: Image | undefined;

async function run(clock: TestClock, raw: Database.Database): Promise<Running> {
  const now = () => clock.seconds * 1000;
  return { raw, service: await openService({ data: raw, settings: TEST_SETTINGS, now }) };
}
