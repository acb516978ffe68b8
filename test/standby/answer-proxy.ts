import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { formatLink, parseLink } from '../../electron/standby/link';

/** Passes bytes between a standby and its host, and can hold back what either of them sends. */
export interface AnswerProxy {
  /** The link with this proxy's address instead of the host's. */
  link: string;
  /** From now on the standby's answers don't arrive. */
  hold: () => void;
  /** From now on nothing arrives on either side. */
  stop: () => void;
  release: () => void;
}

/** Opens a proxy to the host of a pairing link; it is closed after the test. */
export async function proxyOf(link: string): Promise<AnswerProxy> {
  const parsed = parseLink(link);
  const target = parsed?.addresses.find((address) => address.startsWith('127.0.0.1:'));
  if (!parsed || target === undefined) throw new Error(`no link of a host on this machine: ${link}`);
  const [host = '', port = ''] = target.split(':');
  const standbys = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let isHeld = false;
  const server = createServer((standby) => {
    const upstream = connect(Number(port), host);
    standbys.add(standby);
    upstreams.add(upstream);
    standby.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => standby.write(bytes));
    for (const socket of [standby, upstream]) {
      socket.on('error', () => undefined);
      socket.once('close', () => {
        standbys.delete(standby);
        upstreams.delete(upstream);
        standby.destroy();
        upstream.destroy();
      });
    }
    if (isHeld) standby.pause();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const standby of standbys) standby.destroy();
    server.close();
  });
  return {
    link: formatLink({ ...parsed, addresses: [`127.0.0.1:${(server.address() as AddressInfo).port}`] }),
    hold: () => {
      isHeld = true;
      for (const standby of standbys) standby.pause();
    },
    stop: () => {
      isHeld = true;
      for (const socket of [...standbys, ...upstreams]) socket.pause();
    },
    release: () => {
      isHeld = false;
      for (const socket of [...standbys, ...upstreams]) socket.resume();
    },
  };
}
