import type { Packet } from 'dns-packet';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { lanDoors } from '../../electron/doors/lan';
import { Announcer } from '../../electron/discovery/announcer';
import { SERVICE_NAME } from '../../electron/discovery/announcement';
import { CommunityFinder, type CommunityFinderOptions } from '../../electron/discovery/community-finder';
import { Multicast } from '../../electron/discovery/multicast';
import type { CommunityKeys } from '../../electron/identity/certificate';
import { fingerprintOf } from '../../electron/identity/fingerprint';
import { openService, type Service } from '../../electron/service';
import type { FindingState, FoundCommunity } from '../../shared/bridge';
import { LoneMachine } from '../support/machine';
import { keptPort } from '../support/ports';
import { TEST_SETTINGS, TestClock, testServiceOver, type TestPerson } from '../support/service';
import { untilPasses } from '../support/waiting';
import { silent } from '../doors/recording-service';

/** A port of UDP that nobody else speaks on, in place of that of multicast DNS. */
export function quietPort(): Promise<number> {
  return keptPort();
}

/** A community that is shared and announced on the loopback alone. */
export interface Neighbour {
  service: Service;
  ann: TestPerson;
  announcer: Announcer;
  port: number;
  key: string;
}

/** Shares a community, announced on this port of UDP; null for not at all. */
export async function neighbour(name: string, udp: number | null): Promise<Neighbour> {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-finding-'));
  const machine = new LoneMachine();
  const announcer = new Announcer({ machine, logger: silent, port: udp ?? 0 });
  const settings = { ...TEST_SETTINGS, hosts: [] };
  const service = await openService({ data, settings, machine, ...(udp !== null && { announcer }) });
  onTestFinished(async () => {
    await service.close();
    rmSync(data, { recursive: true, force: true });
  });
  const door = { host: '127.0.0.1', hosts: [], origins: [] };
  await service.sharing.begin(lanDoors({ service, settings: door, logger: silent }));
  const ann = await testServiceOver(service, new TestClock()).person('Ann');
  await ann.call('community.update', { name });
  const { Port, Key } = await ann.call('admin.share', { on: true, port: 0 });
  return { service, ann, announcer, port: Port, key: Key };
}

/** Everything that is said of communities on a port of UDP, and a voice there. */
export function ear(udp: number): {
  heard: Packet[];
  say: (packet: Packet) => Promise<boolean>;
  ask: () => void;
  /** Waits until a search has begun to ask, and so hears what is said. */
  asked: () => Promise<unknown>;
} {
  const heard: Packet[] = [];
  const multicast = new Multicast({
    machine: new LoneMachine(),
    port: udp,
    onPacket: (packet) => heard.push(packet),
  });
  onTestFinished(() => multicast.close());
  const say = (packet: Packet) => multicast.send(packet);
  return {
    heard,
    say,
    ask: () => void say({ type: 'query', questions: [{ name: SERVICE_NAME, type: 'PTR' }] }),
    asked: () =>
      soon(
        () => heard,
        (all) => all.some(({ type, questions }) => type === 'query' && questions?.[0]?.name === SERVICE_NAME),
      ),
  };
}

/** A finder that searches on the loopback, sweeping nothing unless told so; it ends with the test. */
export function finder(
  udp: number,
  swept: CommunityFinderOptions['sweepTargets'] = { hosts: () => [], ports: [] },
): CommunityFinder {
  const found = new CommunityFinder({ machine: new LoneMachine(), port: udp, sweepTargets: swept });
  onTestFinished(() => found.stop());
  return found;
}

/** Waits for what comes by the network. */
export function soon<T>(look: () => T, wanted: (value: T) => boolean): Promise<T> {
  return untilPasses(() => {
    const value = look();
    expect(wanted(value)).toBe(true);
    return value;
  });
}

/** Searches until something was found, anew where a busy machine was too slow for a search. */
export function foundBy(
  search: CommunityFinder,
  wanted: (found: readonly FoundCommunity[]) => boolean,
): Promise<FindingState> {
  search.start();
  return soon(
    () => {
      const state = search.poll();
      if (!state.isSearching && !wanted(state.found)) search.start();
      return state;
    },
    ({ found }) => wanted(found),
  );
}

/** The keys of a community that a test made up. */
export interface TestKeys extends CommunityKeys {
  fingerprint: string;
}

export function madeKeys(): TestKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
    publicKey: spki,
    fingerprint: fingerprintOf(spki),
  };
}
