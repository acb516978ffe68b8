import { provideChromium } from './chromium';

/** Once before all tests: there must be a Chromium. */
export default function setup(): void {
  provideChromium();
}
