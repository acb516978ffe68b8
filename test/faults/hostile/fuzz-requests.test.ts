import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHttpDoor } from '../../../electron/doors/http';
import { pick, randomFrom } from '../../../electron/demo/script/random';
import { names, type Name } from '../../../shared/contract';
import { ERROR_STATUS } from '../../../shared/errors';
import { buildWorld, openWorld, type World } from '../../service/rights/world';
import { caller, inputOf, placeThings, SLOW } from '../../support/inputs/fuzz-inputs';
import fc from '../../support/inputs/properties';
import { fuzzRequest } from './request-fuzzer';
import { report, scaled, TIMEOUT } from '../scale';

/** The total number of requests, and the number per copy of the community. */
const REQUESTS = scaled(1000, 100_000);
const REQUESTS_A_COPY = 1000;
const AT_ONCE = 8;

let folder: string;
let world: World;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'courtyard-requests-'));
  world = await buildWorld();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('random requests never cause a failure of the host', { timeout: TIMEOUT }, async () => {
  const statuses = new Map<number, number>();
  for (let copy = 0; copy * REQUESTS_A_COPY < REQUESTS; copy++) await fuzzCopy(copy, statuses);
  const counted = [...statuses].sort(([one], [other]) => one - other);
  report({
    fault: 'fuzzed HTTP requests',
    cases: REQUESTS,
    result: `0 failures of the host; by status: ${counted.map(([status, count]) => `${status || 'closed'}: ${count}`).join(', ')}`,
  });
  // Enough requests get past validation.
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 50);
});

/** Sends a thousand requests to a fresh copy of the community. */
async function fuzzCopy(copy: number, statuses: Map<number, number>): Promise<void> {
  const open = await openWorld(world, folder);
  const logged: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const settings = { host: '127.0.0.1', hosts: [], origins: [] };
  const app = await openHttpDoor({ service: open.t.service, settings, logger });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const random = randomFrom(copy);
  const callers = fc.sample(caller, { seed: copy, numRuns: REQUESTS_A_COPY });
  const inputs = new Map<Name, unknown[]>();
  let sent = 0;

  const sendOn = async () => {
    while (sent < REQUESTS_A_COPY) {
      const number = sent++;
      const name = drawName();
      const token = tokenOf(callers[number] ?? 'nobody');
      const { bytes, changes } = fuzzRequest(name, placeThings(inputFor(name), world), token, random);
      open.t.clock.advance(1);
      const answer = await ask(port, bytes);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const said = `${name} [${changes.join(', ')}] of copy ${copy}: ${answer.slice(0, 500)} ${logged.join('').slice(0, 2000)}`;
      expect([500, 502, 501, 504].includes(status), said).toBe(false);
      if (status >= 500) expect(codeOf(answer), said).toMatch(/^(unavailable|upload_error)$/);
      expect(logged, said).toEqual([]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  app.server.closeAllConnections();
  await app.close();
  await open.close();

  function drawName(): Name {
    const name = pick(names, random);
    return SLOW.test(name) && random() < 0.9 ? drawName() : name;
  }

  /** Draws inputs in batches, because creating a generator takes longer than using it. */
  function inputFor(name: Name): unknown {
    const waiting = inputs.get(name) ?? [];
    inputs.set(name, waiting);
    if (waiting.length === 0) waiting.push(...fc.sample(inputOf(name), { seed: copy + sent, numRuns: 12 }));
    return waiting.pop();
  }
}

function tokenOf(who: string): string | undefined {
  return who === 'nobody' ? undefined : (world.callers[who as 'owner'].session.token ?? '');
}

/** Sends bytes on their own connection and returns everything received. */
function ask(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.on('data', (part: Buffer) => void parts.push(part));
    // A host that has answered may close the connection while bytes are still being sent.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(parts).toString('utf8')));
  });
}

function codeOf(answer: string): string {
  const code = /"detail":"(\w+)"/.exec(answer)?.[1] ?? '';
  return code in ERROR_STATUS ? code : '';
}
