import { stage } from '../desktop/desktop';
import { provideChromium } from './chromium';

/** Once before all tests: there must be a Chromium; and what the desktop is tested on is said. */
export default function setup(): void {
  provideChromium();
  process.stdout.write(`The desktop is tested on ${stage}.\n`);
}
