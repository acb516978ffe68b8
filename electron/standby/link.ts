import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { sha256 } from './chunk-copy';

/** Which machine a link is for. */
export type LinkKind = 'standby' | 'witness';

/** What a pairing link says: where the host is, the key of its community, and the one-time code. */
export interface StandbyLink {
  /** `HOST:PORT`, most likely first. */
  addresses: string[];
  /** Fingerprint of the community's key. */
  key: string;
  code: string;
  /** About how many bytes there are to copy; 0 if unknown. */
  size?: number;
}

/** Formats a link, as in `courtyard-standby://192.168.1.5:8702/?key=…&code=…&size=…&also=box.local:8702`. */
export function formatLink(
  { addresses: [first = '', ...others], key, code, size = 0 }: StandbyLink,
  kind: LinkKind = 'standby',
): string {
  const also = others.map((address) => `&also=${encodeURIComponent(address)}`).join('');
  const copied = kind === 'standby' ? `&size=${size}` : '';
  return `${SCHEMES[kind]}//${first}/?key=${key}&code=${code}${copied}${also}`;
}

/** A link that is valid once SHA-256 of its code is stored. */
export interface NewPairingLink {
  link: string;
  /** SHA-256 of its code. */
  code: Buffer;
}

/** Creates a link with a new code. */
export function newPairingLink(to: Omit<StandbyLink, 'code'>, kind: LinkKind = 'standby'): NewPairingLink {
  const code = randomBytes(32).toString('base64url');
  return { link: formatLink({ ...to, code }, kind), code: sha256(code) };
}

/** Parses a link for a machine of this kind; null if it is none. */
export function parseLink(text: string, kind: LinkKind = 'standby'): StandbyLink | null {
  if (!text.startsWith(SCHEMES[kind]) || !URL.canParse(text)) return null;
  const { host, searchParams } = new URL(text);
  const parsed = fields.safeParse({
    addresses: [host, ...searchParams.getAll('also')],
    key: searchParams.get('key'),
    code: searchParams.get('code'),
    size: searchParams.get('size') ?? 0,
  });
  return parsed.success ? parsed.data : null;
}

const SCHEMES: Record<LinkKind, string> = { standby: 'courtyard-standby:', witness: 'courtyard-witness:' };
const fields = z.object({
  addresses: z.array(z.string().regex(/^[\w.:[\]-]+:\d{1,5}$/)).min(1),
  key: z.string().regex(/^[0-9a-f]{64}$/),
  code: z.string().regex(/^[\w-]{16,100}$/),
  size: z.coerce.number().int().nonnegative(),
});
