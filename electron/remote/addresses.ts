/** Where a link or an address that somebody typed leads. */
export interface Invitation {
  /** `HOST:PORT` of the host. */
  address: string;
  /** The fingerprint of the community's key, where the link carries it; else null. */
  key: string | null;
  /** The place in its pages, as a hash: that of an invitation, or `#/`. */
  place: string;
}

/**
 * Reads what people hand each other: `https://HOST:PORT/#/join/CODE?key=…`, `courtyard://join/CODE?at=HOST:PORT&key=…`, or
 * just `HOST` or `HOST:PORT`. Null for anything else: it comes from anywhere.
 */
export function readInvitation(text: string): Invitation | null {
  const given = text.trim();
  if (given.length > LONGEST) return null;
  const [, code = '', query = ''] = /^courtyard:\/\/join\/([\w-]{4,64})\/?\?(.*)$/.exec(given) ?? [];
  if (code) {
    const asked = new URLSearchParams(query);
    const key = asked.get('key');
    const link = `https://${asked.get('at') ?? ''}/#/join/${code}`;
    return readInvitation(key === null ? link : `${link}?key=${key}`);
  }
  const [, scheme, host = '', typed, hash = ''] = PLACE.exec(given) ?? [];
  const port = Number(typed ?? (scheme ? 443 : USUAL_PORT));
  if (port === 0 || !URL.canParse(`https://${host}:${port}`)) return null;
  const { hostname } = new URL(`https://${host}:${port}`);
  const [path = '', asked = ''] = hash.split('?', 2);
  const key = new URLSearchParams(asked).get('key');
  if (key !== null && !FINGERPRINT.test(key)) return null;
  return {
    address: `${hostname}:${port}`,
    key,
    place: INVITATION.test(path) ? path : '#/',
  };
}

/** Whether a text is `HOST:PORT`, as hosts are kept. */
export function isAddress(text: string): boolean {
  return readInvitation(text)?.address === text;
}

/** The name of a joined community in this program, which is that of its pages' origin. */
export type JoinedId = `joined-${string}`;

/** Whether a text is such a name; not whether it is joined. */
export function isJoinedId(text: string): text is JoinedId {
  return /^joined-[0-9a-f]{16}$/.test(text);
}

/** How many addresses one community is looked for at. */
export const MOST_ADDRESSES = 8;
/** How many of them may be ones that were announced in the network. */
export const MOST_DISCOVERED = 4;

/** SHA-256 in hexadecimal. */
export const FINGERPRINT = /^[0-9a-f]{64}$/;

/** An address of the web, or what stands for one: scheme, host, port and hash. A name before the host would only deceive. */
const PLACE = /^(https?:\/\/)?(\[[\da-f:.]+\]|[^\s/\\:?#@[\]]+)(?::(\d{1,5}))?(?:\/[^#]*)?(#.*)?$/i;
const INVITATION = /^#\/join\/[\w-]{4,64}$/;
const LONGEST = 2048;
/** Where communities are shared unless their owner chose another port. */
const USUAL_PORT = 8701;
