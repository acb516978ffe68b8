import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';
import type { Machine } from '../../electron/sharing/reachable-addresses';

/** A machine with network interfaces set by the test. */
export class TestMachine implements Machine {
  networks: Record<string, string[]> = { eth0: ['192.0.2.7'] };
  interfaces = () =>
    Object.fromEntries(
      Object.entries({ lo: ['127.0.0.1', '::1'], ...this.networks }).map(([name, addresses]) => [
        name,
        addresses.map((address) => described(address)),
      ]),
    );
  hostname = () => 'Yard-Box.example';
}

/** Copies this system's description of one of its addresses for another address. */
function described(address: string): NetworkInterfaceInfo {
  const internal = address === '127.0.0.1' || address === '::1';
  const [like] = Object.values(networkInterfaces()).flat();
  const family = address.includes(':') ? 'IPv6' : 'IPv4';
  return { ...like, address, internal, family } as NetworkInterfaceInfo;
}

/** A machine whose only network is its loopback, so that its announcements stay on it. */
export class LoneMachine implements Machine {
  addresses = ['127.0.0.1'];
  interfaces = () => ({
    eth0: this.addresses.map((address) => ({
      ...described(address),
      internal: false,
      cidr: `${address}/24`,
    })) as NetworkInterfaceInfo[],
  });
  hostname = () => 'lone';
}
