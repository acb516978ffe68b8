import { provideNetworks } from '../networks';

/** Once before all tests between machines: there must be programs that make networks. */
export default function setup(): void {
  provideNetworks();
}
