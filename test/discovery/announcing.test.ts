import type { Packet } from 'dns-packet';
import { createSocket } from 'node:dgram';
import { describe, expect, onTestFinished, test } from 'vitest';
import { announcementsIn, fitName, recordsOf, SERVICE } from '../../electron/discovery/announcement';
import { Announcer } from '../../electron/discovery/announcer';
import { silent } from '../doors/recording-service';
import { LoneMachine } from '../support/machine';
import { ear, neighbour, quietPort, soon } from './neighbours';

const KEY = 'ab'.repeat(32);
const anywhere = () => true;

function namesIn(packets: readonly Packet[]): string[] {
  return packets.flatMap((packet) => announcementsIn(packet, anywhere)).map(({ name }) => name);
}

function isGoodbye({ answers = [] }: Packet): boolean {
  return answers.some((record) => record.type === 'PTR' && record.name === SERVICE && record.ttl === 0);
}

describe('announcing', () => {
  test('tells of a shared community with its name, key, port and addresses, and says goodbye at the end', async () => {
    const udp = await quietPort();
    const { heard } = ear(udp);
    const { ann, service, key, port } = await neighbour('Our street', udp);
    const [said] = await soon(
      () => heard.flatMap((packet) => announcementsIn(packet, anywhere)),
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

  test('says goodbye when the host ends', async () => {
    const udp = await quietPort();
    const { heard } = ear(udp);
    const { service } = await neighbour('Our street', udp);
    await service.close();
    await soon(
      () => heard,
      (packets) => packets.some(isGoodbye),
    );
  });

  test('answers who searches', async () => {
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

  test('answers who asks from a port of its own there', async () => {
    const udp = await quietPort();
    const { announcer } = await neighbour('Our street', udp);
    await announcer.settled();
    const { default: openDns } = await import('multicast-dns');
    const asking = openDns({ port: 0, interface: '127.0.0.1', bind: '0.0.0.0' });
    onTestFinished(() => new Promise<void>((resolve) => asking.destroy(resolve)));
    const answered = new Promise<Packet>((resolve) => asking.on('response', resolve));
    asking.query([{ name: SERVICE, type: 'PTR' }], { port: udp, address: '127.0.0.1' });
    expect(namesIn([await answered])).toEqual(['Our street']);
  });

  test('goes by the new name once the community has another', async () => {
    const udp = await quietPort();
    const { ann, service } = await neighbour('Our street', udp);
    const { heard } = ear(udp);
    await ann.call('community.update', { name: 'Our yard' });
    await service.sharing.look();
    await soon(
      () => namesIn(heard),
      (names) => names.includes('Our yard'),
    );
  });

  test('never keeps the sharing back: a port that another program has to itself is only told, until it is free', async () => {
    const other = createSocket('udp4');
    await new Promise<void>((resolve) => other.bind(0, '0.0.0.0', resolve));
    const { service } = await neighbour('Our street', other.address().port);
    await soon(
      () => service.sharing.announced,
      (announced) => announced === 'failed',
    );
    expect(service.sharing.state).toMatchObject({ on: true, failure: null });
    await new Promise<void>((resolve) => other.close(resolve));
    await service.sharing.look();
    await soon(
      () => service.sharing.announced,
      (announced) => announced === 'announced',
    );
  });

  test('fails quietly without any network, and goes on once there is one', async () => {
    const machine = new LoneMachine();
    machine.addresses = [];
    const udp = await quietPort();
    const announcer = new Announcer({ machine, logger: silent, port: udp });
    onTestFinished(() => announcer.close());
    const told = { name: 'Our street', key: KEY, port: 1, addresses: [] };
    announcer.tell(told);
    await announcer.settled();
    expect(announcer.state).toBe('failed');
    machine.addresses = ['127.0.0.1'];
    announcer.tell(told);
    await announcer.settled();
    expect(announcer.state).toBe('announced');
  });
});

describe('what announcements say', () => {
  const said = { name: 'Our street', key: KEY, port: 8701, addresses: ['192.168.1.5', 'fd00::5'] };

  test('comes back as it was told, in whatever part of the packet', () => {
    const [pointer, ...others] = recordsOf(said);
    expect(announcementsIn({ answers: recordsOf(said) }, anywhere)).toEqual([said]);
    expect(announcementsIn({ answers: [pointer!], additionals: others }, anywhere)).toEqual([said]);
    expect(announcementsIn({ answers: recordsOf(said, true) }, anywhere)).toEqual([]);
  });

  test('is a name of at most 63 bytes in the records, however long and in whatever script the name is', () => {
    for (const name of ['Дуже довга назва спільноти нашого подвір’я', '🏘'.repeat(40), 'a.b.c', '...']) {
      const [pointer] = recordsOf({ ...said, name });
      const instance = pointer?.type === 'PTR' ? pointer.data : '';
      const label = instance.slice(0, -SERVICE.length - 1);
      expect(Buffer.byteLength(label)).toBeLessThanOrEqual(63);
      expect(label).not.toContain('.');
      expect(label.isWellFormed()).toBe(true);
      const [heard] = announcementsIn({ answers: recordsOf({ ...said, name }) }, anywhere);
      expect(name.startsWith(heard?.name ?? 'nothing')).toBe(true);
    }
  });

  test.each([
    ['of no key', { key: 'none' }],
    ['of a key in capitals', { key: 'AB'.repeat(32) }],
    ['at port 0', { port: 0 }],
  ])('is nothing where it is %s', (_what, wrong) => {
    expect(announcementsIn({ answers: recordsOf({ ...said, ...wrong }) }, anywhere)).toEqual([]);
  });

  test('leads to addresses in the house only', () => {
    const answers = recordsOf(said);
    const [heard] = announcementsIn({ answers }, (address) => address !== '192.168.1.5');
    expect(heard?.addresses).toEqual(['fd00::5']);
  });

  test('is bounded: of a thousand records few are looked at', () => {
    const many = Array.from({ length: 1_000 }, (_, index) =>
      recordsOf({ ...said, key: index.toString(16).padStart(64, '0') }),
    );
    expect(announcementsIn({ answers: many.flat() }, anywhere).length).toBeLessThanOrEqual(16);
    const addresses = Array.from({ length: 200 }, (_, index) => `10.0.0.${index}`);
    const [first] = announcementsIn(
      { answers: [...recordsOf({ ...said, addresses: [] }), ...addressRecords(addresses)] },
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
  ])('a name %j is shown as %j', (name, shown) => {
    expect(fitName(name)).toBe(shown);
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
