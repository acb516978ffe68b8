import { m } from '../../i18n/index.svelte';

/** User-agent patterns and the names they map to. The first match wins, so specific patterns come first. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Returns a readable device name for a user agent, such as "Firefox on Android". Other clients are shown by the name
 * they sent.
 */
export function deviceName(client: string): string {
  const t = m().settings.sessions;
  if (client.startsWith('Courtyard')) return t.desktop;
  const browser = BROWSERS.find(([sign]) => sign.test(client))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(client))?.[1];
  if (browser && system) return t.device(browser, system);
  return browser ?? (client.trim() || t.unknown);
}

/** Whether the user agent is a phone or tablet. */
export function isHandheld(client: string): boolean {
  return /\b(Mobile|Android|iPhone|iPad)\b/.test(client);
}
