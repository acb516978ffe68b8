import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Visitors } from '../../electron/sharing/visitors';
import { testService } from '../support/service';
import { untilPasses } from '../support/waiting';
import { neighbour, quietPort, soon } from './neighbours';

describe('the reachability check of the host', () => {
  test('reports that it is announced and reachable at its own address', async () => {
    const udp = await quietPort();
    const { ann, service, port } = await neighbour('Our street', udp);
    await soon(
      () => service.sharing.announced,
      (announced) => announced === 'announced',
    );
    const { Addresses, Announced, Visitors: came } = await ann.call('admin.checkSharing', {});
    expect(Announced).toBe('announced');
    expect(Addresses[0]).toEqual({ Address: `https://127.0.0.1:${port}`, Answers: true });
    // The host's own programs are no visitors.
    expect(came).toEqual([]);
  });

  test('reports nothing while not shared, and that announcing is off', async () => {
    const { people } = await testService();
    const [ann] = await people('Ann');
    expect(await ann.call('admin.checkSharing', {})).toMatchObject({
      Announced: 'unwanted',
      Addresses: [],
      Visitors: [],
    });
  });

  test('reports visitors', async () => {
    const udp = await quietPort();
    const { ann, announcer, port } = await neighbour('Our street', udp);
    await announcer.settled();
    // To the host, whose only address is another one, these come from elsewhere.
    const socket = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.9' });
    onTestFinished(() => void socket.destroy());
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const visitors = async () => (await ann.call('admin.checkSharing', {})).Visitors;
    await untilPasses(async () =>
      expect((await visitors()).map(({ Address, Arrived }) => [Address, Arrived])).toEqual([
        ['127.0.0.9', true],
      ]),
    );
  });
});

describe('visitors', () => {
  test('are the last twenty, newest first, without mere searches', () => {
    let now = 0;
    const visitors = new Visitors(() => ++now);
    for (let index = 0; index < 30; index++) visitors.record(`10.0.0.${index}`, false);
    expect(visitors.all).toHaveLength(20);
    expect(visitors.all[0]).toEqual({ address: '10.0.0.29', at: 30, hasArrived: false });
    visitors.record('10.0.0.20', true);
    visitors.record('10.0.0.20', false);
    expect(visitors.all[0]).toEqual({ address: '10.0.0.20', at: 32, hasArrived: true });
    expect(visitors.all).toHaveLength(20);
  });
});
