import envPaths from 'env-paths';
import ipaddr from 'ipaddr.js';
import { resolve } from 'node:path';
import { z } from 'zod';
import { STORAGE } from '../shared/limits';

/** How the program was told to run. Each setting comes from its flag, else the environment, else the file, else its default. */
export interface Settings {
  /** The folder of the community's data, absolute. */
  data: string;
  /** Where the doors listen; 0 takes a free port. */
  port: number;
  /** The address on which they listen. */
  host: string;
  /** The least level that is logged. */
  log: LogLevel;
  /** Rounds of the proof of work that a registration costs. */
  captchaCost: number;
  /** Where mail goes: smtp:// or smtps:// with its credentials; null for the community's local mail. */
  smtp: string | null;
  /** The sender of mail. */
  mailFrom: string;
  /** Names or addresses under which the community is reached besides its own, in lower case and without a port. */
  hosts: string[];
  /** Other web origins whose pages may call it. */
  origins: string[];
  /** Addresses and networks of proxies whose X-Forwarded-For names the client. */
  trustProxy: string[];
  /** Whether the community is shared on the network, by which port, and without TLS too; null leaves it to its owner. */
  share: boolean | null;
  sharePort: number | null;
  sharePlain: boolean | null;
  /** Says and asks nothing in the networks by itself: neither announces the community nor searches for others. */
  quiet: boolean;
  /** Who may register in a community that is made here; null leaves it to the community. */
  registration: 'open' | 'invite' | 'closed' | null;
  /** Bytes that a photo, a track, a file and a video may have, that all of a person's may have, and how many those may be. */
  photoLimit: number;
  trackLimit: number;
  fileLimit: number;
  videoLimit: number;
  quota: number;
  quotaItems: number;
  /** Where newer versions of the desktop are: an address of https; null where it is not to look for any. */
  updates: string | null;
  /** Read everything that is stored, say what is damaged or missing, and exit. */
  verify: boolean;
  /** Put this backup, by its name or its folder, in place of the data, and exit; null for none. */
  restore: string | null;
  /** Make damaged indexes of the database anew, say what cannot be repaired, and exit. */
  repair: boolean;
  /** Print a code that lets the owner choose a new password, and exit. */
  resetOwner: boolean;
}

type LogLevel = (typeof LOG_LEVELS)[number];

/** One setting: how its value is checked, and what is said of it. */
export interface Setting {
  schema: z.ZodType;
  /** What a right value is, after "must be". */
  expects: string;
  /** The word for its value on the command line; "" for a flag without one. */
  takes: string;
  says: string;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const SIZE = 'a size like 500M, 20G or a number of bytes';
const SIZED = /^(\d{1,15})([KMGT]?)$/i;
const UNITS = ['', 'K', 'M', 'G', 'T'];
const HOST_NAME = /^[a-z0-9_]([a-z0-9_.-]{0,252}[a-z0-9_])?$|^\[?[0-9a-f.]*:[0-9a-f:.]*\]?$/i;

/** Every setting, in the order in which `--help` lists them. */
export const SETTINGS: Record<keyof Settings, Setting> = {
  data: {
    schema: z
      .string()
      .min(1)
      .transform((path) => resolve(path))
      .default(() => envPaths('courtyard', { suffix: '' }).data),
    expects: 'the path of a folder',
    takes: 'DIR',
    says: 'the folder of the community',
  },
  port: {
    schema: wholeFrom(0, 65_535).default(8700),
    expects: 'a whole number from 0 to 65535',
    takes: 'N',
    says: 'where it listens, 0 for a free port',
  },
  host: {
    schema: z.string().regex(HOST_NAME).default('127.0.0.1'),
    expects: 'an address or a host name',
    takes: 'ADDR',
    says: 'the address on which it listens',
  },
  log: {
    schema: z.enum(LOG_LEVELS).default('info'),
    expects: `one of ${LOG_LEVELS.join(', ')}`,
    takes: 'LEVEL',
    says: 'the least level that is logged',
  },
  captchaCost: {
    schema: wholeFrom(1, 10_000_000).default(5000),
    expects: 'a whole number from 1 to 10000000',
    takes: 'N',
    says: 'rounds of the proof of work of a registration',
  },
  smtp: {
    schema: z.preprocess(
      emptyToNull,
      z
        .url({ protocol: /^smtps?$/ })
        .nullable()
        .default(null),
    ),
    expects: 'an address like smtp://name:password@mail.example:587',
    takes: 'URL',
    says: 'where mail goes, else it is kept in the community',
  },
  mailFrom: {
    schema: z
      .string()
      .regex(/^[^\r\n]*[^\s@<]@[^\s@>]+>?$/)
      .default('Courtyard <courtyard@localhost>'),
    expects: 'a mail address',
    takes: 'ADDRESS',
    says: 'the sender of mail',
  },
  hosts: {
    schema: listOf(
      z
        .string()
        .regex(HOST_NAME)
        .transform((host) => host.replace(/^\[|\]$/g, '').toLowerCase()),
    ),
    expects: 'host names or addresses without a port, separated by commas',
    takes: 'NAMES',
    says: 'other names under which it is reached',
  },
  origins: {
    schema: listOf(z.string().refine(isOrigin)),
    expects: 'origins like https://pages.example, separated by commas',
    takes: 'ORIGINS',
    says: 'other web origins whose pages may call it',
  },
  trustProxy: {
    schema: listOf(z.string().refine((value) => ipaddr.isValid(value) || ipaddr.isValidCIDR(value))),
    expects: 'addresses or networks like 127.0.0.1 or 10.0.0.0/8, separated by commas',
    takes: 'ADDRESSES',
    says: 'proxies whose X-Forwarded-For names the client',
  },
  share: {
    schema: z.preprocess(booleanFrom, z.boolean().nullable().default(null)),
    expects: 'true or false',
    takes: '',
    says: 'share the community on the network by https, whatever its owner chose',
  },
  sharePort: {
    schema: z.preprocess(emptyToNull, wholeFrom(0, 65_535).nullable().default(null)),
    expects: 'a whole number from 0 to 65535',
    takes: 'N',
    says: 'where it is shared, 0 for a free port',
  },
  sharePlain: {
    schema: z.preprocess(booleanFrom, z.boolean().nullable().default(null)),
    expects: 'true or false',
    takes: '',
    says: 'let guests of a trusted network in without TLS too',
  },
  quiet: {
    schema: z.preprocess(booleanFrom, z.boolean().default(false)),
    expects: 'true or false',
    takes: '',
    says: 'neither announce the community in the network nor search it for others',
  },
  registration: {
    schema: z.preprocess(emptyToNull, z.enum(['open', 'invite', 'closed']).nullable().default(null)),
    expects: 'one of open, invite, closed',
    takes: 'WHO',
    says: 'who may register in a new community: open, invite or closed',
  },
  photoLimit: {
    schema: bytes(STORAGE.photoLimit),
    expects: SIZE,
    takes: 'SIZE',
    says: 'how large a photo may be',
  },
  trackLimit: {
    schema: bytes(STORAGE.trackLimit),
    expects: SIZE,
    takes: 'SIZE',
    says: 'how large a track may be',
  },
  fileLimit: {
    schema: bytes(STORAGE.fileLimit),
    expects: SIZE,
    takes: 'SIZE',
    says: 'how large a file may be',
  },
  videoLimit: {
    schema: bytes(STORAGE.videoLimit),
    expects: SIZE,
    takes: 'SIZE',
    says: 'how large a video may be',
  },
  quota: {
    schema: bytes(STORAGE.quota),
    expects: SIZE,
    takes: 'SIZE',
    says: 'how much each person may store',
  },
  quotaItems: {
    schema: wholeFrom(0, 1_000_000_000).default(STORAGE.quotaItems),
    expects: 'a whole number from 0 to 1000000000',
    takes: 'N',
    says: 'how many things each person may store',
  },
  updates: {
    schema: z.preprocess(emptyToNull, z.string().refine(isSafeAddress).nullable().default(null)),
    expects: 'an address of https, like https://example.org/courtyard',
    takes: 'URL',
    says: 'where newer versions of the desktop are, for who asks',
  },
  verify: {
    schema: z.preprocess(booleanFrom, z.boolean().default(false)),
    expects: 'true or false',
    takes: '',
    says: 'read all stored bytes, say what is damaged or missing, and exit',
  },
  repair: {
    schema: z.preprocess(booleanFrom, z.boolean().default(false)),
    expects: 'true or false',
    takes: '',
    says: 'make damaged indexes of the database anew, with the host stopped, and exit',
  },
  restore: {
    schema: z.preprocess(emptyToNull, z.string().nullable().default(null)),
    expects: 'the name of a backup or the path of its folder',
    takes: 'BACKUP',
    says: 'put a backup in place of the data, which is kept aside, and exit',
  },
  resetOwner: {
    schema: z.preprocess(booleanFrom, z.boolean().default(false)),
    expects: 'true or false',
    takes: '',
    says: 'print a code that lets the owner choose a new password, and exit',
  },
};

function wholeFrom(min: number, max: number) {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max).optional(),
  );
}

/** A number of bytes, or one with K, M, G or T (of 1,024 each) after it. */
function bytes(usual: number) {
  return z.preprocess((value) => {
    const [, number, unit = ''] = (typeof value === 'string' && SIZED.exec(value)) || [];
    return number === undefined ? value : Number(number) * 1024 ** UNITS.indexOf(unit.toUpperCase());
  }, z.int().min(0).default(usual));
}

function listOf<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((each) => each.trim())
            .filter(Boolean)
        : value,
    z.array(item).default([]),
  );
}

function emptyToNull(value: unknown): unknown {
  return value === '' ? null : value;
}

function booleanFrom(value: unknown): unknown {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  return value;
}

/** Of https, where nobody on the way can put another program in its place; of this machine by itself. */
function isSafeAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');
}

function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value;
}
