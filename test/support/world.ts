import { vi } from 'vitest';
import { openService, type Service, type ServiceOptions, type Session } from '../../electron/service';
import { setOwner, START, TEST_SETTINGS, TestClock, testServiceOver } from './community';
import { snapshots, type Running } from './databases/snapshots';

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
  #opened: Opened;
  /** The snapshot that equals the current state; null after anything other than registrations. */
  #image: Image | null;
  #owner: Registered | undefined;

  private constructor(clock: TestClock, opened: Opened, image: Image) {
    this.#clock = clock;
    this.#opened = opened;
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
    if (emptyImage) return new World(clock, reuseEmpty(clock) ?? (await open(clock, emptyImage)), emptyImage);
    const opened = await open(clock, null);
    emptyImage = await take(opened, []);
    return new World(clock, opened, emptyImage);
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
      this.#image = await take(this.#opened, added);
      image.next.set(JSON.stringify(names), this.#image);
    }
    return added;
  }

  async close(): Promise<void> {
    await snapshots.close(this.#running);
  }

  get #running(): Running {
    return this.#opened.running;
  }

  async #restore(image: Image): Promise<Registered[]> {
    if (this.#image === emptyImage) await keepEmpty(this.#opened);
    else await this.close();
    this.#opened = await open(this.#clock, image);
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

/** A running service and where its time comes from. */
interface Opened {
  running: Running;
  time: { clock: TestClock };
  /** Whether its timers are those of Node. */
  isReal: boolean;
}

let emptyImage: Image | undefined;
/** A community of nobody that no test has used. */
let unusedEmpty: Opened | null = null;

/** Returns the unused community, unless the test's would have another time or timers. */
function reuseEmpty(clock: TestClock): Opened | null {
  if (clock.seconds !== START || vi.isFakeTimers()) return null;
  const opened = unusedEmpty;
  unusedEmpty = null;
  if (opened) opened.time.clock = clock;
  return opened;
}

/** Keeps a community for the next test: most tests begin with registering people, which are restored with one. */
async function keepEmpty(opened: Opened): Promise<void> {
  if (unusedEmpty || !opened.isReal) return snapshots.close(opened.running);
  opened.time.clock = new TestClock();
  unusedEmpty = opened;
}

/** Opens a service on a new database, or on one with the content of a snapshot. */
async function open(clock: TestClock, image: Image | null): Promise<Opened> {
  const time = { clock };
  const running = await snapshots.open(image?.snapshot ?? null, (data) => openOn(time, data));
  return { running, time, isReal: !vi.isFakeTimers() };
}

/** Takes a snapshot of the database of a service, which may be opened anew for that. */
async function take(opened: Opened, added: Registered[]): Promise<Image> {
  const { snapshot, running } = await snapshots.take(opened.running, (data) => openOn(opened.time, data));
  opened.running = running;
  return { snapshot, added, next: new Map() };
}

function openOn(time: Opened['time'], data: Pick<ServiceOptions, 'data' | 'database'>): Promise<Service> {
  return openService({ ...data, settings: TEST_SETTINGS, now: () => time.clock.seconds * 1000 });
}
