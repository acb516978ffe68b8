import { provideChromium } from '../browser/chromium';

/** Runs once before all tests that open windows: makes sure that there is a Chromium. */
export default function setup(): void {
  provideChromium();
}
