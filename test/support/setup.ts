import { stage } from '../desktop/desktop';
import { provideChromium } from './chromium';
import { provideNetworks } from './networks';

/** Once before all tests: there must be a Chromium, and means to make networks; and what the desktop is tested on is said. */
export default function setup(): void {
  provideChromium();
  provideNetworks();
  process.stdout.write(`The desktop is tested on ${stage}.\n`);
}
