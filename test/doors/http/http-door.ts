import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterEach } from 'vitest';
import { openHttpDoor, type HttpDoorOptions } from '../../../electron/doors/http';
import { recordingService, silent, type Recorded } from '../recording-service';

/** An HTTP door on a recording service; it is closed after the test. */
export interface TestDoor {
  app: FastifyInstance;
  calls: Recorded[];
  answerWith: (answer: () => unknown) => void;
}

/** The settings used by a guard. */
export type GuardSettings = Partial<HttpDoorOptions['settings']>;

/** Opens a door; without settings it uses the defaults. */
export async function door(settings: GuardSettings = {}, pages?: string): Promise<TestDoor> {
  const opened = await openDoor(settings, pages);
  open.push(opened.app);
  return opened;
}

/** Opens a door that the caller closes. */
export async function openDoor(settings: GuardSettings = {}, pages?: string): Promise<TestDoor> {
  const { service, calls, answerWith } = recordingService();
  const app = await openHttpDoor({
    service,
    settings: { host: '127.0.0.1', hosts: [], origins: [], ...settings },
    logger: silent,
    ...(pages !== undefined && { pages }),
  });
  return { app, calls, answerWith };
}

/** Sends a request to a door without a port. */
export async function ask(app: FastifyInstance, options: InjectOptions | string) {
  const { statusCode, headers, body } = await app.inject(options);
  return { status: statusCode, headers, body, json: () => JSON.parse(body) as Record<string, unknown> };
}

const open: FastifyInstance[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()));
});
