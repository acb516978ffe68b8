import { openService, type Service, type ServiceOptions, type Session } from '../../electron/service';
import { setOwner, START, TEST_SETTINGS, testServiceOver, type TestClock } from './community';
import { snapshots, type Running } from './snapshots';

/** A registered person and their first session. */
export interface Registered {
  id: number;
  name: string;
  email: string;
  password: string;
  session: Session;
}

/**
 * A community in memory. States that this process has created before are restored from a snapshot: the empty community,
 * and communities in which nothing but registrations has happened. Registering a person takes ten times as long.
 */
export class World {
  /** The running service. */
  readonly service: Service;
  readonly #clock: TestClock;
  #running: Running;
  /** The snapshot that equals the current state; null after anything other than registrations. */
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

  /** Opens a community without people. */
  static async open(clock: TestClock): Promise<World> {
    const opened = await run(clock, emptyImage?.snapshot ?? null);
    if (emptyImage) return new World(clock, opened, emptyImage);
    const { snapshot, running } = await take(clock, opened);
    return new World(clock, running, (emptyImage = { snapshot, added: [], next: new Map() }));
  }

  /** Registers people; the first one of all is the owner. */
  async register(names: readonly string[]): Promise<Registered[]> {
    const image = this.#clock.seconds === START ? this.#image : null;
    const known = image?.next.get(JSON.stringify(names));
    const added = known ? await this.#restore(known) : await this.#registerNow(names);
    this.#owner ??= added[0];
    // The test may have used the service during the registration.
    if (image && !known && this.#image) {
      await this.#running.service.settled();
      const { snapshot, running } = await take(this.#clock, this.#running);
      this.#running = running;
      this.#image = { snapshot, added, next: new Map() };
      image.next.set(JSON.stringify(names), this.#image);
    }
    return added;
  }

  async close(): Promise<void> {
    await snapshots.close(this.#running);
  }

  async #restore(image: Image): Promise<Registered[]> {
    await this.close();
    this.#running = await run(this.#clock, image.snapshot);
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

interface Image {
  snapshot: unknown;
  /** The people who were registered last. */
  added: Registered[];
  /** The snapshots after registering people with these names next. */
  next: Map<string, Image>;
}

let emptyImage: Image | undefined;

/** Opens a service on a new database, or on one with the content of a snapshot. */
function run(clock: TestClock, snapshot: unknown): Promise<Running> {
  return snapshots.open(snapshot, (data) => openOn(clock, data));
}

/** Takes a snapshot of the database of a service, which may be opened anew for that. */
function take(clock: TestClock, running: Running): Promise<{ snapshot: unknown; running: Running }> {
  return snapshots.take(running, (data) => openOn(clock, data));
}

function openOn(clock: TestClock, data: Pick<ServiceOptions, 'data' | 'database'>): Promise<Service> {
  return openService({ ...data, settings: TEST_SETTINGS, now: () => clock.seconds * 1000 });
}
