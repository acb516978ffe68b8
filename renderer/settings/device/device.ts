import { m } from '../../i18n/index.svelte';

/** The programs and systems that a browser names itself with, the more telling first. */
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

/** What somebody signed in with, in words: "Firefox on Android". What is no browser is named as it named itself. */
export function deviceName(client: string): string {
  const t = m().settings.sessions;
  if (client.startsWith('Courtyard')) return t.desktop;
  const browser = BROWSERS.find(([sign]) => sign.test(client))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(client))?.[1];
  if (browser && system) return t.device(browser, system);
  return browser ?? (client.trim() || t.unknown);
}

/** Whether it is held in a hand. */
export function isHandheld(client: string): boolean {
  return /\b(Mobile|Android|iPhone|iPad)\b/.test(client);
}
