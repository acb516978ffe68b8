/**
 * Chromium has no custom schemes. Each scheme is presented to it as a secure site, and translated back for the program.
 */
const SITE = '.application.test';

const schemes = new Set<string>();

/** Registers a scheme, as `registerSchemesAsPrivileged` does for a standard, secure one. */
export function addScheme(scheme: string): void {
  schemes.add(scheme);
}

/** Returns the base URL of each scheme, with the host `main`. */
export function schemeAddresses(): string[] {
  return [...schemes].map((scheme) => `${scheme}://main/`);
}

/** Translates the program's URL to Chromium's. */
export function outward(address: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/.exec(address) ?? [];
  return schemes.has(scheme) ? `https://${host}.${scheme}${SITE}${rest}` : address;
}

/** Translates Chromium's URL to the program's. */
export function inward(address: string): string {
  const [, host = '', scheme = '', rest = ''] = SHOWN.exec(address) ?? [];
  return schemes.has(scheme) ? `${scheme}://${host}${rest}` : address;
}

const SHOWN = /^https:\/\/([^./]+)\.([^./]+)\.application\.test(.*)$/;
