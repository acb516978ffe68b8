/** The result of parsing a link or an address that someone typed. */
export interface ParsedInvitation {
  /** `HOST:PORT` of the host. */
  address: string;
  /** Fingerprint of the community's key if the link contains it, else null. */
  key: string | null;
  /** Route in the community's pages as a hash: an invitation, or `#/`. */
  route: string;
}

/**
 * Parses `https://HOST:PORT/#/join/CODE?key=…`, `courtyard://join/CODE?at=HOST:PORT&key=…`, `HOST` or `HOST:PORT`.
 * Null for anything else; the input is untrusted.
 */
export function parseInvitation(text: string): ParsedInvitation | null {
  const given = text.trim();
  if (given.length > MAX_LENGTH) return null;
  const [, code = '', query = ''] = /^courtyard:\/\/join\/([\w-]{4,64})\/?\?(.*)$/.exec(given) ?? [];
  if (code) {
    const asked = new URLSearchParams(query);
    const key = asked.get('key');
    const link = `https://${asked.get('at') ?? ''}/#/join/${code}`;
    return parseInvitation(key === null ? link : `${link}?key=${key}`);
  }
  const [, scheme, host = '', typed, hash = ''] = ADDRESS_PATTERN.exec(given) ?? [];
  const port = Number(typed ?? (scheme ? 443 : DEFAULT_PORT));
  if (port === 0 || !URL.canParse(`https://${host}:${port}`)) return null;
  const { hostname } = new URL(`https://${host}:${port}`);
  const [path = '', asked = ''] = hash.split('?', 2);
  const key = new URLSearchParams(asked).get('key');
  if (key !== null && !FINGERPRINT.test(key)) return null;
  return {
    address: `${hostname}:${port}`,
    key,
    route: INVITATION_ROUTE.test(path) ? path : '#/',
  };
}

/** Whether a text is a normalized `HOST:PORT`. */
export function isAddress(text: string): boolean {
  return parseInvitation(text)?.address === text;
}

/**
 * ID of a remote community in this program, also the host part of its pages' origin. The prefix is stored on users'
 * disks, from when remote communities were called joined.
 */
export type RemoteCommunityId = `joined-${string}`;

/** Whether a text has the form of such an ID; the community may not exist. */
export function isRemoteCommunityId(text: string): text is RemoteCommunityId {
  return /^joined-[0-9a-f]{16}$/.test(text);
}

/** How many addresses are stored per community. */
export const MAX_ADDRESSES = 8;
/** How many of them may have been discovered on the network. */
export const MAX_DISCOVERED = 4;

/** SHA-256 in hexadecimal. */
export const FINGERPRINT = /^[0-9a-f]{64}$/;

/**
 * A web address or a part of one: scheme, host, port and hash. User names are not allowed, since they only serve to
 * deceive.
 */
const ADDRESS_PATTERN = /^(https?:\/\/)?(\[[\da-f:.]+\]|[^\s/\\:?#@[\]]+)(?::(\d{1,5}))?(?:\/[^#]*)?(#.*)?$/i;
const INVITATION_ROUTE = /^#\/join\/[\w-]{4,64}$/;
const MAX_LENGTH = 2048;
/** The default port of shared communities. */
const DEFAULT_PORT = 8701;
