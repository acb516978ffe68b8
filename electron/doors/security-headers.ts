/**
 * Security headers of every response. The list follows the OWASP Secure Headers Project, without
 * Strict-Transport-Security, since this door itself speaks plain HTTP.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': policyOf({ 'script-src': "'self'" }),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsOf('()'),
};

/** The same for the desktop window, whose pages may scan codes with the camera. */
export const WINDOW_HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  'permissions-policy': permissionsOf('(self)'),
};

/** Permissions policy of the pages, which record voice messages with the microphone. */
function permissionsOf(camera: string): string {
  return `camera=${camera}, microphone=(self), geolocation=(), payment=(), usb=(), serial=()`;
}

/** Content security policy of our pages with some directives replaced. Nothing may be loaded from other origins. */
export function policyOf(replaced: Record<string, string>): string {
  const directives = {
    'default-src': "'self'",
    'img-src': "'self' data: blob:",
    'media-src': "'self' blob:",
    'style-src': "'self' 'unsafe-inline'",
    'worker-src': "'self' blob:",
    'connect-src': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    ...replaced,
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ');
}
