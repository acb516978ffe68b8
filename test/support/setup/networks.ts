import { provideNetworks } from '../networks';

/** Runs once before all tests between machines: installs the programs that simulate networks. */
export default function setup(): void {
  provideNetworks();
}
