import { onTestFinished } from 'vitest';
import type { PictureDecoder } from '../../electron/content/pictures/picture-decoder';
import { openService, type ServiceOptions } from '../../electron/service';
import {
  hasOwner,
  setOwner,
  TEST_SETTINGS,
  TestClock,
  testServiceOver,
  type TestPerson,
  type TestService,
} from './community';
import { returnDatabaseOf, placeOfData } from './databases/data-folders';
import { World } from './world';

export * from './community';

export interface TestOptions {
  data?: string;
  clock?: TestClock;
  /** Settings other than those of every test. */
  settings?: Partial<ServiceOptions['settings']>;
  pictureDecoder?: PictureDecoder;
  /** The folder dialog of the host's window. */
  chooseFolder?: () => Promise<string | null>;
  chooseBackup?: ServiceOptions['chooseBackup'];
  restart?: () => void;
  logger?: ServiceOptions['logger'];
}

/** Opens a service in memory (or in a folder) with its own clock; it is closed when the test ends. */
export async function testService(options: TestOptions = {}): Promise<TestService> {
  const clock = options.clock ?? new TestClock();
  if (options.data === undefined) return testWorld(clock);
  const { data } = options;
  // Called after the service was closed, and without effect if the test has opened it twice.
  onTestFinished(() => returnDatabaseOf(data));
  const service = await openService({
    ...(await placeOfData(data)),
    settings: { ...TEST_SETTINGS, ...options.settings },
    now: () => clock.seconds * 1000,
    ...(options.pictureDecoder && { pictureDecoder: options.pictureDecoder }),
    ...(options.chooseFolder && { chooseFolder: options.chooseFolder }),
    ...(options.chooseBackup && { chooseBackup: options.chooseBackup }),
    ...(options.restart && { restart: options.restart }),
    ...(options.logger && { logger: options.logger }),
  });
  onTestFinished(() => service.close());
  return testServiceOver(service, clock);
}

async function testWorld(clock: TestClock): Promise<TestService> {
  const world = await World.open(clock);
  onTestFinished(() => world.close());
  const t = testServiceOver(world.service, clock);
  const register = async (names: readonly string[]) =>
    (await world.register(names)).map((one) => {
      const person = t.as(one.session, one);
      if (!hasOwner(world.service)) setOwner(world.service, person);
      return person;
    });
  return {
    ...t,
    person: async (name) => (await register([name]))[0]!,
    people: async <T extends readonly string[]>(...names: T) =>
      (await register(names)) as { [K in keyof T]: TestPerson },
  };
}
