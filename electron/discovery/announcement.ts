import type { Answer, Packet, SrvAnswer, TxtAnswer } from 'dns-packet';
import { LIMITS } from '../../shared/limits';

/** What a host tells its networks of a community. */
export interface Announcement {
  name: string;
  /** The fingerprint of the community's key. */
  key: string;
  port: number;
  /** The likeliest first. */
  addresses: readonly string[];
}

/** The name under which hosts are looked for (RFC 6763). */
export const SERVICE = '_courtyard._tcp.local';

/** A key as text. */
export const KEY = /^[0-9a-f]{64}$/;

/**
 * The records of an announcement (RFC 6762). Its names carry the key, so that two communities of one name don't meet in
 * them. `isGoodbye`: that it is over.
 */
export function recordsOf({ name, key, port, addresses }: Announcement, isGoodbye = false): Answer[] {
  const label = `${cut(name.replaceAll('.', ' '), LABEL_ROOM)} ${key.slice(0, 8)}`;
  const instance = `${label}.${SERVICE}`;
  const target = `courtyard-${key.slice(0, 12)}.local`;
  const ttl = isGoodbye ? 0 : LIFETIME;
  const txt = ['v=1', `key=${key}`, `name=${cut(name, TEXT_ROOM)}`];
  return [
    { type: 'PTR', name: SERVICE, ttl, data: instance },
    { type: 'SRV', name: instance, ttl, flush: true, data: { port, target } },
    { type: 'TXT', name: instance, ttl, flush: true, data: txt },
    ...addresses.slice(0, ADDRESSES).map((data): Answer => ({
      type: data.includes(':') ? 'AAAA' : 'A',
      name: target,
      ttl,
      flush: true,
      data,
    })),
  ];
}

/**
 * The announcements of a packet. Anybody in the network can have sent it: what isn't as we say it is left out, and so are
 * addresses that are not `isNear`, and all that is more than a few of each. The name is made fit to be shown.
 */
export function announcementsIn(
  { answers = [], additionals = [] }: Packet,
  isNear: (address: string) => boolean,
): Announcement[] {
  const records = [...answers, ...additionals].slice(0, RECORDS);
  const pointers = records.filter(({ type, name }) => type === 'PTR' && isSame(name, SERVICE));
  return pointers.slice(0, INSTANCES).flatMap((pointer) => {
    const instance = 'data' in pointer && typeof pointer.data === 'string' ? pointer.data : '';
    const of = (type: string, name: string) =>
      records.filter((record) => record.type === type && isSame(record.name, name) && ttlOf(record) > 0);
    const [srv] = of('SRV', instance) as SrvAnswer[];
    const [txt] = of('TXT', instance) as TxtAnswer[];
    const said = fieldsOf(txt);
    const key = said.get('key') ?? '';
    if (!srv || !KEY.test(key) || srv.data.port === 0) return [];
    const addresses = [...of('A', srv.data.target), ...of('AAAA', srv.data.target)]
      .flatMap((record) => ('data' in record && typeof record.data === 'string' ? [record.data] : []))
      .filter(isNear)
      .slice(0, ADDRESSES);
    return [{ name: fitName(said.get('name') ?? ''), key, port: srv.data.port, addresses }];
  });
}

/** A name from the network as it can be shown: one line, without signs that hide or turn others round; '' for none. */
export function fitName(text: string): string {
  const visible = text.toWellFormed().normalize('NFC').replace(HIDDEN, ' ').replace(/\s+/g, ' ').trim();
  return [...visible].slice(0, LIMITS.communityName).join('').trim();
}

/** Seconds for which others may remember it. */
const LIFETIME = 120;
/** Bytes of a name in a label, which takes 63, and in a text of 255. */
const LABEL_ROOM = 50;
const TEXT_ROOM = 240;
/** How many of each are looked at. */
const RECORDS = 300;
const INSTANCES = 16;
const ADDRESSES = 8;
/** Controls, format signs (of direction, of no width) but the two that join letters, private use, what isn't assigned. */
const HIDDEN = /(?![\u200c\u200d])\p{C}/gu;

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function ttlOf(record: Answer): number {
  return 'ttl' in record && typeof record.ttl === 'number' ? record.ttl : 0;
}

/** `word=value` of a TXT record; the first of a word counts. */
function fieldsOf(txt: TxtAnswer | undefined): Map<string, string> {
  const parts = txt ? [txt.data].flat() : [];
  const fields = parts.slice(0, RECORDS).map((part): [string, string] => {
    const text = part.toString();
    const at = text.indexOf('=');
    return [text.slice(0, at).toLowerCase(), text.slice(at + 1)];
  });
  return new Map(fields.toReversed());
}

/** The beginning of a text that has room in so many bytes. */
function cut(text: string, room: number): string {
  let bytes = 0;
  let end = 0;
  for (const letter of fitName(text)) {
    bytes += Buffer.byteLength(letter);
    if (bytes > room) break;
    end += letter.length;
  }
  return fitName(text).slice(0, end).trim();
}
