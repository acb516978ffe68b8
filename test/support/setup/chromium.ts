import { provideChromium } from '../chromium';

/** Once before all tests that open windows: there must be a Chromium. */
export default function setup(): void {
  provideChromium();
}
