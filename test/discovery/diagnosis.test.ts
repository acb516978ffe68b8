import { createServer as createSecureServer } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { issueCertificate } from '../../electron/identity/certificate';
import { diagnose, type DiagnosisTarget } from '../../electron/discovery/diagnosis';
import { LoneMachine } from '../support/machine';
import { keptPort } from '../support/ports';
import { madeKeys, neighbour, quietPort } from './neighbours';

const KEY = 'ab'.repeat(32);

/** What is announced on a port of UDP is given as long as it takes to be heard. */
async function verdict(patient: DiagnosisTarget, udp?: number, machine = new LoneMachine()) {
  const heard = udp === undefined ? { port: await quietPort() } : { port: udp, listenMs: 60_000 };
  const { steps, ...found } = await diagnose(patient, { machine, ...heard });
  const broken = steps.find(({ outcome }) => outcome === 'bad')?.step ?? null;
  return { ...found, broken };
}

/** A server of a test; null is a port that is closed. */
async function at(server: Server | null): Promise<string> {
  if (!server) return `127.0.0.1:${await keptPort()}`;
  const inside = new Set<Socket>();
  server.on('connection', (socket: Socket) => inside.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(async () => {
    for (const socket of inside) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `127.0.0.1:${port}`;
}

/** A host that answers `/community` with a status. */
async function hostAnswering(status: number): Promise<DiagnosisTarget> {
  const keys = madeKeys();
  const certificate = await issueCertificate(keys, ['127.0.0.1'], Math.floor(Date.now() / 1000));
  const server = createSecureServer(certificate, (_request, response) =>
    response.writeHead(status).end('{}'),
  );
  return { addresses: [await at(server)], key: keys.fingerprint };
}

describe('connection diagnosis', () => {
  test('finds no problem when the community answers at any of its addresses', async () => {
    const { key, port } = await neighbour('Our street', null);
    const good = `127.0.0.1:${port}`;
    const closed = await at(null);
    const mail = await at(createServer((socket) => socket.end('220 mail\r\n')));
    const unknown = Array.from({ length: 5 }, (_, index) => `no..name:${index + 1}`);
    const found = await verdict({ addresses: [closed, ...unknown, mail, good], key });
    expect(found).toEqual({
      verdict: 'fine',
      broken: null,
      address: good,
      tried: [
        ...[closed, ...unknown].map((address) => ({ address, answer: 'nothing' })),
        { address: mail, answer: 'other' },
        { address: good, answer: 'community' },
      ],
      ownAddress: '127.0.0.1',
      foundAt: '',
      hasTunnel: false,
    });
  });

  test('reports that this computer is on no network', async () => {
    const machine = new LoneMachine();
    machine.addresses = [];
    const found = await verdict({ addresses: ['127.0.0.1:1'], key: KEY }, undefined, machine);
    expect(found).toMatchObject({ verdict: 'no_network', broken: 'network', ownAddress: '' });
  });

  test('tells a refusing host from one that has moved', async () => {
    const closed = await at(null);
    expect(await verdict({ addresses: [closed], key: KEY })).toMatchObject({
      verdict: 'not_shared',
      broken: 'port',
      address: closed,
    });
    const udp = await quietPort();
    const { key, port } = await neighbour('Our street', udp);
    expect(await verdict({ addresses: [closed], key }, udp)).toMatchObject({
      verdict: 'moved',
      broken: 'way',
      foundAt: `127.0.0.1:${port}`,
    });
  });

  test('reports an unknown host name', async () => {
    const found = await verdict({ addresses: ['no..name:8701'], key: KEY });
    expect(found).toMatchObject({ verdict: 'unknown_name', broken: 'way' });
  });

  test('reports another program or community at the address', async () => {
    const mail = await at(createServer((socket) => socket.end('220 mail\r\n')));
    expect(await verdict({ addresses: [mail], key: KEY })).toMatchObject({
      verdict: 'not_a_host',
      broken: 'community',
    });
    const { port } = await neighbour('Our street', null);
    expect(await verdict({ addresses: [`127.0.0.1:${port}`], key: KEY })).toMatchObject({
      verdict: 'wrong_key',
      broken: 'community',
    });
  });

  test.each([
    [403, 'strange_name'],
    [503, 'failing'],
    [200, 'failing'],
  ])('reports a foreign answer of %i as %s', async (status, wanted) => {
    expect(await verdict(await hostAnswering(status))).toMatchObject({ verdict: wanted, broken: 'answer' });
  });
});
