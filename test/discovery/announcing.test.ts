import type { Packet } from 'dns-packet';
import { createSocket } from 'node:dgram';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  parseAnnouncements,
  toDisplayName,
  toDnsRecords,
  SERVICE_NAME,
} from '../../electron/discovery/announcement';
import { Announcer } from '../../electron/discovery/announcer';
import { silent } from '../doors/recording-service';
import { LoneMachine } from '../support/machine';
import { ear, neighbour, quietPort, soon } from './neighbours';

const KEY = 'ab'.repeat(32);
const anywhere = () => true;

function namesIn(packets: readonly Packet[]): string[] {
  return packets.flatMap((packet) => parseAnnouncements(packet, anywhere)).map(({ name }) => name);
}

function isGoodbye({ answers = [] }: Packet): boolean {
  return answers.some((record) => record.type === 'PTR' && record.name === SERVICE_NAME && record.ttl === 0);
}

describe('announcing', () => {
  test('publishes name, key, port and addresses of a shared community, and a goodbye at the end', async () => {
    const udp = await quietPort();
    const { heard } = ear(udp);
    const { ann, service, key, port } = await neighbour('Our street', udp);
    const [said] = await soon(
      () => heard.flatMap((packet) => parseAnnouncements(packet, anywhere)),
      ({ length }) => length > 0,
    );
    expect(said).toEqual({ name: 'Our street', key, port, addresses: ['127.0.0.1'] });
    expect(service.sharing.announced).toBe('announced');
    await ann.call('admin.share', { on: false });
    await soon(
      () => heard,
      (packets) => packets.some(isGoodbye),
    );
    expect(service.sharing.announced).toBe('off');
  });

  test('sends a goodbye when the host stops', async () => {
    const udp = await quietPort();
    const { heard } = ear(udp);
    const { service } = await neighbour('Our street', udp);
    await service.close();
    await soon(
      () => heard,
      (packets) => packets.some(isGoodbye),
    );
  });

  test('answers queries', async () => {
    const udp = await quietPort();
    const { announcer } = await neighbour('Our street', udp);
    await announcer.settled();
    const { heard, ask } = ear(udp);
    ask();
    await soon(
      () => namesIn(heard),
      (names) => names.includes('Our street'),
    );
  });

  test('answers queries from another port directly', async () => {
    const udp = await quietPort();
    const { announcer } = await neighbour('Our street', udp);
    await announcer.settled();
    const { default: openDns } = await import('multicast-dns');
    const asking = openDns({ port: 0, interface: '127.0.0.1', bind: '0.0.0.0' });
    onTestFinished(() => new Promise<void>((resolve) => asking.destroy(resolve)));
    const answered = new Promise<Packet>((resolve) => asking.on('response', resolve));
    asking.query([{ name: SERVICE_NAME, type: 'PTR' }], { port: udp, address: '127.0.0.1' });
    expect(namesIn([await answered])).toEqual(['Our street']);
  });

  test('uses the new name after a rename', async () => {
    const udp = await quietPort();
    const { ann, service } = await neighbour('Our street', udp);
    const { heard } = ear(udp);
    await ann.call('community.update', { name: 'Our yard' });
    await service.sharing.refresh();
    await soon(
      () => namesIn(heard),
      (names) => names.includes('Our yard'),
    );
  });

  test('never blocks sharing: a busy port is reported until it is free', async () => {
    const other = createSocket('udp4');
    await new Promise<void>((resolve) => other.bind(0, '0.0.0.0', resolve));
    const { service } = await neighbour('Our street', other.address().port);
    await soon(
      () => service.sharing.announced,
      (announced) => announced === 'failed',
    );
    expect(service.sharing.state).toMatchObject({ on: true, failure: null });
    await new Promise<void>((resolve) => other.close(resolve));
    await service.sharing.refresh();
    await soon(
      () => service.sharing.announced,
      (announced) => announced === 'announced',
    );
  });

  test('fails silently without a network and resumes once there is one', async () => {
    const machine = new LoneMachine();
    machine.addresses = [];
    const udp = await quietPort();
    const announcer = new Announcer({ machine, logger: silent, port: udp });
    onTestFinished(() => announcer.close());
    const told = { name: 'Our street', key: KEY, port: 1, addresses: [] };
    announcer.announce(told);
    await announcer.settled();
    expect(announcer.state).toBe('failed');
    machine.addresses = ['127.0.0.1'];
    announcer.announce(told);
    await announcer.settled();
    expect(announcer.state).toBe('announced');
  });
});

describe('an announcement', () => {
  const said = { name: 'Our street', key: KEY, port: 8701, addresses: ['192.168.1.5', 'fd00::5'] };

  test('survives a round trip from any section of the packet', () => {
    const [pointer, ...others] = toDnsRecords(said);
    expect(parseAnnouncements({ answers: toDnsRecords(said) }, anywhere)).toEqual([said]);
    expect(parseAnnouncements({ answers: [pointer!], additionals: others }, anywhere)).toEqual([said]);
    expect(parseAnnouncements({ answers: toDnsRecords(said, true) }, anywhere)).toEqual([]);
  });

  test('limits names to 63 bytes in its records, in any script', () => {
    for (const name of ['Дуже довга назва спільноти нашого подвір’я', '🏘'.repeat(40), 'a.b.c', '...']) {
      const [pointer] = toDnsRecords({ ...said, name });
      const instance = pointer?.type === 'PTR' ? pointer.data : '';
      const label = instance.slice(0, -SERVICE_NAME.length - 1);
      expect(Buffer.byteLength(label)).toBeLessThanOrEqual(63);
      expect(label).not.toContain('.');
      expect(label.isWellFormed()).toBe(true);
      const [heard] = parseAnnouncements({ answers: toDnsRecords({ ...said, name }) }, anywhere);
      expect(name.startsWith(heard?.name ?? 'nothing')).toBe(true);
    }
  });

  test.each([
    ['of no key', { key: 'none' }],
    ['of a key in capitals', { key: 'AB'.repeat(32) }],
    ['at port 0', { port: 0 }],
  ])('is rejected when it is %s', (_what, wrong) => {
    expect(parseAnnouncements({ answers: toDnsRecords({ ...said, ...wrong }) }, anywhere)).toEqual([]);
  });

  test('leads only to local addresses', () => {
    const answers = toDnsRecords(said);
    const [heard] = parseAnnouncements({ answers }, (address) => address !== '192.168.1.5');
    expect(heard?.addresses).toEqual(['fd00::5']);
  });

  test('is bounded: of a thousand records few are read', () => {
    const many = Array.from({ length: 1_000 }, (_, index) =>
      toDnsRecords({ ...said, key: index.toString(16).padStart(64, '0') }),
    );
    expect(parseAnnouncements({ answers: many.flat() }, anywhere).length).toBeLessThanOrEqual(16);
    const addresses = Array.from({ length: 200 }, (_, index) => `10.0.0.${index}`);
    const [first] = parseAnnouncements(
      { answers: [...toDnsRecords({ ...said, addresses: [] }), ...addressRecords(addresses)] },
      anywhere,
    );
    expect(first?.addresses).toHaveLength(8);
  });

  test.each([
    ['Our\u0000 \u001b[2Jstreet\n', 'Our [2Jstreet'],
    ['\u202Eteerts\u202C', 'teerts'],
    ['a\u200Bb', 'a b'],
    ['\ud800x', '\ufffdx'],
    [' \t ', ''],
    ['ї'.repeat(500), 'ї'.repeat(100)],
  ])('named %j is presentedKey as %j', (name, presentedKey) => {
    expect(toDisplayName(name)).toBe(presentedKey);
  });

  function addressRecords(addresses: string[]) {
    return addresses.map((data) => ({
      type: 'A' as const,
      name: `courtyard-${KEY.slice(0, 12)}.local`,
      ttl: 120,
      data,
    }));
  }
});
