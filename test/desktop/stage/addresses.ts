/**
 * Chromium alone knows no schemes of an application: each is shown to it as a secure site of its own, and shown back to the
 * program as what it is.
 */
const SITE = '.application.test';

const schemes = new Set<string>();

/** Makes a scheme known, as `registerSchemesAsPrivileged` does for a standard, secure one. */
export function addScheme(scheme: string): void {
  schemes.add(scheme);
}

/** The beginnings of all schemes' pages: of each the host `main`. */
export function schemeAddresses(): string[] {
  return [...schemes].map((scheme) => `${scheme}://main/`);
}

/** The program's address -> Chromium's. */
export function outward(address: string): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/.exec(address) ?? [];
  return schemes.has(scheme) ? `https://${host}.${scheme}${SITE}${rest}` : address;
}

/** Chromium's address -> the program's. */
export function inward(address: string): string {
  const [, host = '', scheme = '', rest = ''] = SHOWN.exec(address) ?? [];
  return schemes.has(scheme) ? `${scheme}://${host}${rest}` : address;
}

const SHOWN = /^https:\/\/([^./]+)\.([^./]+)\.application\.test(.*)$/;
