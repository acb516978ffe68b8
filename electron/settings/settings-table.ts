import envPaths from 'env-paths';
import ipaddr from 'ipaddr.js';
import { resolve } from 'node:path';
import { z } from 'zod';
import { LIMITS, STORAGE } from '../../shared/limits';
import {
  addressFrom,
  booleanFrom,
  byteSize,
  emptyToNull,
  hostName,
  isOrigin,
  isSafeAddress,
  listOf,
  optionalBucket,
  optionalDate,
  wholeFrom,
} from './setting-parsers';
import { LOG_LEVELS, type Setting, type Settings } from './setting-types';

const SIZE = 'a size like 500M, 20G or a number of bytes';

/**
 * All settings, in the order of `--help`. An empty text turns off what a settings file sets, where that is safe: it may
 * come from a variable that a script has misspelled.
 */
export const SETTINGS: Record<keyof Settings, Setting> = {
  data: {
    schema: z
      .string()
      .min(1)
      .transform((path) => resolve(path))
      .default(() => envPaths('courtyard', { suffix: '' }).data),
    expects: 'the path of a folder',
    valueName: 'DIR',
    description: 'data folder of the community',
  },
  port: {
    schema: wholeFrom(0, 65_535).default(8700),
    expects: 'a whole number from 0 to 65535',
    valueName: 'N',
    description: 'port to listen on, 0 for a free one',
  },
  host: {
    schema: hostName().default('127.0.0.1'),
    expects: 'an address or a host name without a port',
    valueName: 'ADDR',
    description: 'address to listen on',
  },
  database: {
    schema: z
      .url({ protocol: /^postgres(ql)?$/ })
      .nullable()
      .default(null),
    expects: 'an address like postgres://name:password@db.example/courtyard',
    valueName: 'URL',
    description: 'PostgreSQL database that several hosts share; without one, SQLite in the data folder',
  },
  content: {
    schema: optionalBucket(),
    expects: 'an address like s3://bucket?endpoint=https://s3.example&region=NAME&prefix=PATH',
    valueName: 'URL',
    description: 'S3 bucket for the photos, videos and files of --database; without one, the data folder',
  },
  operations: {
    schema: z.preprocess(addressFrom, z.object({ host: z.string(), port: z.int() }).nullable().default(null)),
    expects: 'a port, or an address and a port like 0.0.0.0:9100',
    valueName: '[ADDR:]PORT',
    description: 'where to listen for /healthz, /readyz and /metrics',
  },
  log: {
    schema: z.enum(LOG_LEVELS).default('info'),
    expects: `one of ${LOG_LEVELS.join(', ')}`,
    valueName: 'LEVEL',
    description: 'lowest level that is logged',
  },
  captchaCost: {
    schema: wholeFrom(1, 10_000_000).default(5000),
    expects: 'a whole number from 1 to 10000000',
    valueName: 'N',
    description: 'rounds of the proof of work of a registration',
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
    valueName: 'URL',
    description: 'mail server; without one, mail is stored in the data folder',
  },
  mailFrom: {
    schema: z
      .string()
      .regex(/^[^\r\n]*[^\s@<]@[^\s@>]+>?$/)
      .default('Courtyard <courtyard@localhost>'),
    expects: 'a mail address',
    valueName: 'ADDRESS',
    description: 'the sender of mail',
  },
  hosts: {
    schema: listOf(hostName()),
    expects: 'host names or addresses without a port, separated by commas',
    valueName: 'NAMES',
    description: 'additional names of this host',
  },
  origins: {
    schema: listOf(z.string().refine(isOrigin)),
    expects: 'origins like https://pages.example, separated by commas',
    valueName: 'ORIGINS',
    description: 'other web origins whose pages may call the API',
  },
  trustProxy: {
    schema: listOf(z.string().refine((value) => ipaddr.isValid(value) || ipaddr.isValidCIDR(value))),
    expects: 'addresses or networks like 127.0.0.1 or 10.0.0.0/8, separated by commas',
    valueName: 'ADDRESSES',
    description: 'proxies whose X-Forwarded-For is trusted',
  },
  share: {
    schema: z.preprocess(booleanFrom, z.boolean().nullable().default(null)),
    expects: 'true or false',
    valueName: '',
    description: 'share the community on the network by https, whatever its owner chose',
  },
  sharePort: {
    schema: z.preprocess(emptyToNull, wholeFrom(0, 65_535).nullable().default(null)),
    expects: 'a whole number from 0 to 65535',
    valueName: 'N',
    description: 'port for sharing, 0 for a free one',
  },
  sharePlain: {
    schema: z.preprocess(booleanFrom, z.boolean().nullable().default(null)),
    expects: 'true or false',
    valueName: '',
    description: 'also accept connections without TLS, for trusted networks',
  },
  standbyPort: {
    schema: z.preprocess(emptyToNull, wholeFrom(0, 65_535).nullable().default(null)),
    expects: 'a whole number from 0 to 65535',
    valueName: 'N',
    description: 'port on which to wait for the standby, or as the witness, 0 for a free one',
  },
  quiet: {
    schema: z.preprocess(booleanFrom, z.boolean().default(false)),
    expects: 'true or false',
    valueName: '',
    description: 'send no announcements and searches to the network',
  },
  registration: {
    schema: z.preprocess(emptyToNull, z.enum(['open', 'invite', 'closed']).nullable().default(null)),
    expects: 'one of open, invite, closed',
    valueName: 'WHO',
    description: 'who may register in a new community: open, invite or closed',
  },
  demoMessages: {
    schema: wholeFrom(0, 100_000).default(4000),
    expects: 'a whole number from 0 to 100000',
    valueName: 'N',
    description: 'about how many messages a new demo community has',
  },
  photoLimit: {
    schema: byteSize(STORAGE.photoLimit),
    expects: SIZE,
    valueName: 'SIZE',
    description: 'how large a photo may be',
  },
  trackLimit: {
    schema: byteSize(STORAGE.trackLimit),
    expects: SIZE,
    valueName: 'SIZE',
    description: 'how large a track may be',
  },
  fileLimit: {
    schema: byteSize(STORAGE.fileLimit),
    expects: SIZE,
    valueName: 'SIZE',
    description: 'how large a file may be',
  },
  videoLimit: {
    schema: byteSize(STORAGE.videoLimit),
    expects: SIZE,
    valueName: 'SIZE',
    description: 'how large a video may be',
  },
  quota: {
    schema: byteSize(STORAGE.quota),
    expects: SIZE,
    valueName: 'SIZE',
    description: 'how much each person may store',
  },
  quotaItems: {
    schema: wholeFrom(0, 1_000_000_000).default(STORAGE.quotaItems),
    expects: 'a whole number from 0 to 1000000000',
    valueName: 'N',
    description: 'how many things each person may store',
  },
  backupFolder: {
    schema: z.preprocess(
      emptyToNull,
      z
        .string()
        .transform((path) => resolve(path))
        .nullable()
        .default(null),
    ),
    expects: 'the path of a folder',
    valueName: 'DIR',
    description: 'folder to back up to every day, such as a USB disk or a network share',
  },
  backupPassphrase: {
    schema: z.string().min(LIMITS.backupPassphraseMin).nullable().default(null),
    expects: `at least ${LIMITS.backupPassphraseMin} characters`,
    valueName: 'TEXT',
    description: 'passphrase of encrypted backups, safest as COURTYARD_BACKUP_PASSPHRASE',
  },
  updates: {
    schema: z.preprocess(emptyToNull, z.string().refine(isSafeAddress).nullable().default(null)),
    expects: 'an address of https, like https://example.org/courtyard',
    valueName: 'URL',
    description: 'where the desktop program looks for updates when asked',
  },
  verify: {
    schema: z.preprocess(booleanFrom, z.boolean().default(false)),
    expects: 'true or false',
    valueName: '',
    description: 'read all stored contents, print what is damaged or missing, and exit',
  },
  repair: {
    schema: z.preprocess(booleanFrom, z.boolean().default(false)),
    expects: 'true or false',
    valueName: '',
    description: 'rebuild damaged indexes of the database, with the host stopped, and exit',
  },
  restore: {
    schema: z.string().min(1).nullable().default(null),
    expects: 'the name of a backup, or the path of its folder, a backup folder or an archive',
    valueName: 'BACKUP',
    description: 'replace the data with a backup, preserve the previous data, and exit',
  },
  restoreDate: {
    schema: optionalDate(),
    expects: 'a date like 2026-01-05',
    valueName: 'DATE',
    description: 'restore the newest backup up to this date from a backup folder',
  },
  import: {
    schema: z.string().min(1).nullable().default(null),
    expects: 'the path of a data folder',
    valueName: 'DATA',
    description: 'move the community of a data folder into the empty database of --database, and exit',
  },
  export: {
    schema: z.string().min(1).nullable().default(null),
    expects: 'the path of a new folder',
    valueName: 'DIR',
    description: 'move the community from the database of --database into a new data folder, and exit',
  },
  standby: {
    schema: z.string().nullable().default(null),
    expects: 'a link that the owner of a community made for a standby',
    valueName: 'LINK',
    isValueOptional: true,
    description:
      'keep a copy of the community of this link; without a link, of the one that moved away from here',
  },
  witness: {
    schema: z.string().nullable().default(null),
    expects: 'a link that the owner of a community made for a witness',
    valueName: 'LINK',
    isValueOptional: true,
    description:
      'be the witness of the community of this link, which lets its standby take over automatically',
  },
  removeWitness: {
    schema: z.preprocess(booleanFrom, z.boolean().default(false)),
    expects: 'true or false',
    valueName: '',
    description:
      'with the host stopped: go on without a witness, because it and the standby are lost, and exit',
  },
  promote: {
    schema: z.preprocess(booleanFrom, z.boolean().default(false)),
    expects: 'true or false',
    valueName: '',
    description: 'host the community from the folder of its standby, which its host hands over if it answers',
  },
  resetOwner: {
    schema: z.preprocess(booleanFrom, z.boolean().default(false)),
    expects: 'true or false',
    valueName: '',
    description: 'print a code that lets the owner choose a new password, and exit',
  },
};
