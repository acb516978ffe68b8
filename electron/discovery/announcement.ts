import type { Answer, Packet, SrvAnswer, TxtAnswer } from 'dns-packet';
import { LIMITS } from '../../shared/limits';

/** What a host announces on its networks about a community. */
export interface Announcement {
  name: string;
  /** Fingerprint of the community's key. */
  key: string;
  port: number;
  /** The most likely address first. */
  addresses: readonly string[];
}

/** DNS-SD service name of hosts (RFC 6763). */
export const SERVICE_NAME = '_courtyard._tcp.local';

/** A key fingerprint. */
export const KEY_PATTERN = /^[0-9a-f]{64}$/;

/**
 * The DNS records of an announcement (RFC 6762). Their names contain the key, so that two communities with the same
 * name don't conflict. With `isGoodbye` they withdraw the announcement.
 */
export function toDnsRecords({ name, key, port, addresses }: Announcement, isGoodbye = false): Answer[] {
  const label = `${truncateToBytes(name.replaceAll('.', ' '), MAX_LABEL_BYTES)} ${key.slice(0, 8)}`;
  const instance = `${label}.${SERVICE_NAME}`;
  const target = `courtyard-${key.slice(0, 12)}.local`;
  const ttl = isGoodbye ? 0 : TTL_SECONDS;
  const txt = ['v=1', `key=${key}`, `name=${truncateToBytes(name, MAX_TEXT_BYTES)}`];
  return [
    { type: 'PTR', name: SERVICE_NAME, ttl, data: instance },
    { type: 'SRV', name: instance, ttl, flush: true, data: { port, target } },
    { type: 'TXT', name: instance, ttl, flush: true, data: txt },
    ...addresses.slice(0, MAX_ADDRESSES).map((data): Answer => ({
      type: data.includes(':') ? 'AAAA' : 'A',
      name: target,
      ttl,
      flush: true,
      data,
    })),
  ];
}

/**
 * Parses the announcements in a packet. Anyone on the network can send one, so invalid records, addresses that fail
 * `isNear`, and everything beyond small limits are dropped, and names are made safe to display.
 */
export function parseAnnouncements(
  { answers = [], additionals = [] }: Packet,
  isNear: (address: string) => boolean,
): Announcement[] {
  const records = [...answers, ...additionals].slice(0, MAX_RECORDS);
  const pointers = records.filter(({ type, name }) => type === 'PTR' && isSameName(name, SERVICE_NAME));
  return pointers.slice(0, MAX_INSTANCES).flatMap((pointer) => {
    const instance = 'data' in pointer && typeof pointer.data === 'string' ? pointer.data : '';
    const recordsOf = (type: string, name: string) =>
      records.filter((record) => record.type === type && isSameName(record.name, name) && ttlOf(record) > 0);
    const [srv] = recordsOf('SRV', instance) as SrvAnswer[];
    const [txt] = recordsOf('TXT', instance) as TxtAnswer[];
    const fields = parseTxt(txt);
    const key = fields.get('key') ?? '';
    if (!srv || !KEY_PATTERN.test(key) || srv.data.port === 0) return [];
    const addresses = [...recordsOf('A', srv.data.target), ...recordsOf('AAAA', srv.data.target)]
      .flatMap((record) => ('data' in record && typeof record.data === 'string' ? [record.data] : []))
      .filter(isNear)
      .slice(0, MAX_ADDRESSES);
    return [{ name: toDisplayName(fields.get('name') ?? ''), key, port: srv.data.port, addresses }];
  });
}

/**
 * Makes a name from the network safe to display: one line, without invisible characters and those that change text
 * direction; '' if nothing remains.
 */
export function toDisplayName(text: string): string {
  const visible = text
    .toWellFormed()
    .normalize('NFC')
    .replace(HIDDEN_CHARACTERS, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...visible].slice(0, LIMITS.communityName).join('').trim();
}

/** How many seconds others may cache the records. */
const TTL_SECONDS = 120;
/** Bytes of a name in a DNS label (63 at most) and in a TXT string (255 at most). */
const MAX_LABEL_BYTES = 50;
const MAX_TEXT_BYTES = 240;
/** How many of each are processed. */
const MAX_RECORDS = 300;
const MAX_INSTANCES = 16;
const MAX_ADDRESSES = 8;
/** Control, format, private-use and unassigned characters, except for the two joiners of letters. */
const HIDDEN_CHARACTERS = /(?![\u200c\u200d])\p{C}/gu;

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function ttlOf(record: Answer): number {
  return 'ttl' in record && typeof record.ttl === 'number' ? record.ttl : 0;
}

/** `key=value` strings of a TXT record; the first occurrence of a key wins. */
function parseTxt(txt: TxtAnswer | undefined): Map<string, string> {
  const parts = txt ? [txt.data].flat() : [];
  const fields = parts.slice(0, MAX_RECORDS).map((part): [string, string] => {
    const text = part.toString();
    const at = text.indexOf('=');
    return [text.slice(0, at).toLowerCase(), text.slice(at + 1)];
  });
  return new Map(fields.toReversed());
}

/** The beginning of a text that fits into a number of UTF-8 bytes. */
function truncateToBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const letter of toDisplayName(text)) {
    bytes += Buffer.byteLength(letter);
    if (bytes > maxBytes) break;
    end += letter.length;
  }
  return toDisplayName(text).slice(0, end).trim();
}
