import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { objectStorageOf } from '../../../electron/object-storage';
import { requireCompatible } from '../../../electron/settings/compatible-settings';
import { loadSettings, printedInstead, SettingsError } from '../../../electron/settings/settings';
import { version } from '../../../electron/version';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'courtyard-settings-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function complaint(argv: string[], env: Record<string, string> = {}): string {
  try {
    loadSettings(argv, env);
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error('was taken');
}

describe('settings', () => {
  it('all have a default', () => {
    const { data, ...rest } = loadSettings(['--settings', file('empty.json', {})], {});
    expect(isAbsolute(data)).toBe(true);
    expect(data).toMatch(/courtyard/i);
    expect(data).not.toMatch(/nodejs/);
    expect(rest).toEqual({
      port: 8700,
      host: '127.0.0.1',
      database: null,
      content: null,
      operations: null,
      log: 'info',
      captchaCost: 5000,
      smtp: null,
      mailFrom: 'Courtyard <courtyard@localhost>',
      hosts: [],
      origins: [],
      trustProxy: [],
      share: null,
      sharePort: null,
      sharePlain: null,
      standbyPort: null,
      backupFolder: null,
      backupPassphrase: null,
      quiet: false,
      registration: null,
      demoMessages: 4000,
      photoLimit: 25 * 1024 ** 2,
      trackLimit: 200 * 1024 ** 2,
      fileLimit: 4 * 1024 ** 3,
      videoLimit: 8 * 1024 ** 3,
      quota: 20 * 1024 ** 3,
      quotaItems: 100_000,
      updates: null,
      verify: false,
      repair: false,
      restore: null,
      import: null,
      export: null,
      restoreDate: null,
      standby: null,
      witness: null,
      removeWitness: false,
      promote: false,
      resetOwner: false,
    });
  });

  it('are read from flags, then the environment, then the file', () => {
    file('settings.json', { port: 1, host: 'localhost', log: 'warn', captchaCost: 7 });
    const env = { COURTYARD_DATA: folder, COURTYARD_PORT: '2', COURTYARD_HOST: '::1' };
    expect(loadSettings(['--port', '3'], env)).toMatchObject({
      data: folder,
      port: 3,
      host: '::1',
      log: 'warn',
      captchaCost: 7,
    });
  });

  it('can all be set by flags', () => {
    const argv =
      `--data ${folder} --port=0 --host [::] --database postgres://db.example/yard --content s3://yard?region=garage&endpoint=http://s3.example:3900&prefix=garden --operations 0.0.0.0:9100 --log debug --captcha-cost 10 --smtp smtp://a:b@mail.example:25
      --mail-from us@example.org --hosts Yard.example,[::1] --origins https://a.example,http://b.example:81 --trust-proxy 127.0.0.1,10.0.0.0/8
      --share --share-port 0 --share-plain --standby-port 8702 --quiet --registration invite --demo-messages 150 --photo-limit 5M --track-limit 50M --file-limit 2g --video-limit 3g --quota 1000 --quota-items 10 --updates https://example.org/courtyard --verify --repair --restore 2026-01-05T08-00-00Z --import /srv/courtyard --export /srv/again --restore-date 2026-01-05 --backup-folder /mnt/disk --backup-passphrase four-quiet-lime-trees --standby courtyard-standby://a:1 --witness courtyard-witness://b:1 --remove-witness --promote --reset-owner`.split(
        /\s+/,
      );
    expect(loadSettings(argv, {})).toEqual({
      data: folder,
      port: 0,
      host: '::',
      database: 'postgres://db.example/yard',
      content: { endpoint: 'http://s3.example:3900', region: 'garage', bucket: 'yard', prefix: 'garden/' },
      operations: { host: '0.0.0.0', port: 9100 },
      log: 'debug',
      captchaCost: 10,
      smtp: 'smtp://a:b@mail.example:25',
      mailFrom: 'us@example.org',
      hosts: ['yard.example', '::1'],
      origins: ['https://a.example', 'http://b.example:81'],
      trustProxy: ['127.0.0.1', '10.0.0.0/8'],
      share: true,
      sharePort: 0,
      sharePlain: true,
      standbyPort: 8702,
      backupFolder: '/mnt/disk',
      backupPassphrase: 'four-quiet-lime-trees',
      quiet: true,
      registration: 'invite',
      demoMessages: 150,
      photoLimit: 5 * 1024 ** 2,
      trackLimit: 50 * 1024 ** 2,
      fileLimit: 2 * 1024 ** 3,
      videoLimit: 3 * 1024 ** 3,
      quota: 1000,
      quotaItems: 10,
      updates: 'https://example.org/courtyard',
      verify: true,
      repair: true,
      restore: '2026-01-05T08-00-00Z',
      import: '/srv/courtyard',
      export: '/srv/again',
      restoreDate: '2026-01-05',
      standby: 'courtyard-standby://a:1',
      witness: 'courtyard-witness://b:1',
      removeWitness: true,
      promote: true,
      resetOwner: true,
    });
  });

  it('open a bucket only with a database and its key, which the address may not contain', () => {
    const flags = ['--content', 's3://yard'];
    const key = { AWS_ACCESS_KEY_ID: 'name', AWS_SECRET_ACCESS_KEY: 'secret' };
    const shared = loadSettings([...flags, '--database', 'postgres://db.example/yard'], {});
    expect(objectStorageOf(shared, key)).toMatchObject({ bucket: 'yard', accessKeyId: 'name' });
    expect(() => objectStorageOf(shared, {})).toThrow(/needs the key of the bucket in AWS_ACCESS_KEY_ID/);
    expect(() => objectStorageOf(loadSettings(flags, {}), key)).toThrow(/name the database with --database/);
    expect(complaint(['--content', 's3://name:secret@yard'])).not.toContain('name:secret');
    expect(objectStorageOf(loadSettings([], {}), key)).toBeNull();
  });

  it('read a named file instead of the one in the data folder', () => {
    file('settings.json', { port: 1 });
    const named = file('other.json', { data: 'yard', hosts: ['yard.local'] });
    const settings = loadSettings(['--settings', named], {});
    expect(settings).toMatchObject({ data: join(folder, 'yard'), port: 8700, hosts: ['yard.local'] });
    expect(loadSettings([], { COURTYARD_SETTINGS: named })).toEqual(settings);
  });

  it('ignore empty environment variables', () => {
    expect(loadSettings(['--data', folder], { COURTYARD_PORT: '' }).port).toBe(8700);
  });

  it('name a misspelled flag and suggest the right one', () => {
    expect(complaint(['--prot', '1'])).toBe('There is no flag --prot: did you mean --port?');
    expect(complaint(['--windows95'])).toBe('There is no flag --windows95.');
    expect(complaint(['--constructor'])).toBe('There is no flag --constructor.');
  });

  it('name a misspelled environment variable, and leave those of other programs alone', () => {
    expect(complaint([], { COURTYARD_BACKUP_PASSPHRAS: 'a long passphrase' })).toBe(
      'There is no variable COURTYARD_BACKUP_PASSPHRAS: did you mean COURTYARD_BACKUP_PASSPHRASE?',
    );
    const others = { COURTYARD_URL: 'http://127.0.0.1', COURTYARD_TOKEN: 'y.', COURTYARD_DEV_SERVICE: 'x' };
    expect(loadSettings(['--data', folder], others).port).toBe(8700);
  });

  it.each([
    ['backup-folder', '/mnt/usb'],
    ['restore', '/mnt/usb'],
    ['repair'],
    ['promote'],
    ['standby', 'courtyard-standby://a:1'],
    ['witness', 'courtyard-witness://b:1'],
    ['remove-witness'],
  ])('reject --%s with --database, which has backups and copies of its own', (...given) => {
    const [flag = '', value] = given;
    const database = ['--database', 'postgres://db.example/yard'];
    const flags = [value === undefined ? `--${flag}` : `--${flag}=${value}`];
    expect(() => requireCompatible(loadSettings(flags, {}))).not.toThrow();
    expect(() => requireCompatible(loadSettings([...database, ...flags], {}))).toThrow(
      `The flag --${flag} is for communities in a data folder: PostgreSQL has its own backups and copies. Leave it out, or leave out --database.`,
    );
  });

  it.each([
    [['--verify', '--repair'], '--verify and --repair'],
    [['--repair', '--restore', '/mnt/usb'], '--repair and --restore'],
    [['--import', '/srv/courtyard', '--export', '/srv/again'], '--import and --export'],
    [['--standby', '--promote'], '--standby and --promote'],
    [['--promote', '--reset-owner'], '--reset-owner and --promote'],
  ])('reject %j, of which only one would run', (flags, both) => {
    expect(() => requireCompatible(loadSettings(flags, {}))).toThrow(
      `The flags ${both} can't be used together. Run one after the other.`,
    );
  });

  it('reject a date to restore that is none, or that no backup is restored by', () => {
    const restored = ['--restore', '/mnt/usb', '--restore-date'];
    expect(complaint([...restored, '2026-02-31'])).toBe(
      'The setting restoreDate must be a date like 2026-01-05 (from --restore-date).',
    );
    expect(complaint([...restored, '2026-13-01T08-00-00Z'])).toContain('must be a date');
    expect(() => requireCompatible(loadSettings([...restored, '2028-02-29'], {}))).not.toThrow();
    expect(() => requireCompatible(loadSettings(['--restore-date', '2028-02-29'], {}))).toThrow(
      'The flag --restore-date needs --restore with a backup folder.',
    );
  });

  it('name a flag without value, an extra value, and a stray word', () => {
    expect(complaint(['--port'])).toBe('The flag --port needs a value.');
    expect(complaint(['--port', '--host'])).toBe('The flag --port needs a value.');
    expect(complaint(['--reset-owner=yes'])).toBe('The flag --reset-owner takes no value.');
    expect(complaint(['8700'])).toBe('Unexpected argument "8700" here.');
  });

  it('name a flag that npm did not pass on', () => {
    const npm = { npm_lifecycle_event: 'serve', npm_config_share_port: 'true' };
    expect(complaint(['8701'], npm)).toBe(
      'npm has taken the flag --share-port for its own. Write -- before the flags: npm run serve -- --share-port',
    );
    const others = { npm_lifecycle_event: 'serve', npm_config_registry: 'https://registry.example' };
    expect(loadSettings(['--data', folder], others).port).toBe(8700);
  });

  it.each(['database', 'content', 'restore', 'restore-date', 'import', 'export', 'backup-passphrase'])(
    'reject an empty --%s, as of a misspelled variable in a script',
    (flag) => {
      expect(complaint([`--${flag}`, ''])).toMatch(
        new RegExp(`^The setting \\w+ must be [^\n]+ \\(from --${flag}\\)\\.$`),
      );
    },
  );

  it('name an unknown key of the file', () => {
    const path = file('settings.json', { prot: 1 });
    expect(complaint(['--data', folder])).toBe(`There is no setting prot in ${path}: did you mean port?`);
    file('settings.json', '{"__proto__": 1}');
    expect(complaint(['--data', folder])).toContain('There is no setting __proto__');
  });

  it("name a wrong value's source without repeating it", () => {
    expect(complaint(['--port', '70000'])).toBe(
      'The setting port must be a whole number from 0 to 65535 (from --port).',
    );
    expect(complaint([], { COURTYARD_CAPTCHA_COST: 'much' })).toContain('captchaCost must be a whole number');
    const path = file('settings.json', { smtp: 'https://me:secret@mail.example' });
    const sentence = complaint(['--data', folder]);
    expect(sentence).toContain(`(from ${path})`);
    expect(sentence).not.toContain('secret');
  });

  it.each([
    ['host', 'a b'],
    ['log', 'loud'],
    ['mail-from', 'nobody'],
    ['hosts', 'a.example:80'],
    ['hosts', '192.168.1.5:8701'],
    ['host', '127.0.0.1:8700'],
    ['host', '[::1]:8700'],
    ['origins', 'a.example'],
    ['trust-proxy', 'proxy.example'],
    ['trust-proxy', '10.0.0.0/33'],
    ['origins', 'https://a.example/path'],
    ['registration', 'maybe'],
    ['port', '-1'],
    ['port', '1.5'],
    ['share-port', '65536'],
    ['share-port', 'https'],
    ['quota', 'lots'],
    ['file-limit', '1.5G'],
    ['data', ''],
  ])('reject --%s %j', (flag, value) => {
    expect(complaint([`--${flag}=${value}`])).toMatch(/^The setting \w+ must be [^\n]+\.$/);
  });

  it.each([
    ['COURTYARD_SHARE', 'perhaps', 'The setting share must be true or false (from COURTYARD_SHARE).'],
    [
      'COURTYARD_SHARE_PLAIN',
      'yes',
      'The setting sharePlain must be true or false (from COURTYARD_SHARE_PLAIN).',
    ],
    [
      'COURTYARD_SMTP',
      'mail.example',
      'The setting smtp must be an address like smtp://name:password@mail.example:587 (from COURTYARD_SMTP).',
    ],
  ])('reject %s=%s by its name', (variable, value, sentence) => {
    expect(complaint([], { [variable]: value })).toBe(sentence);
  });

  it('report a missing, broken or malformed file', () => {
    const missing = join(folder, 'none.json');
    expect(complaint(['--settings', missing])).toBe(`There is no settings file ${missing}. Check its path.`);
    const data = file('notes.txt', 'none');
    expect(complaint(['--data', data])).toBe(`${data} is not a folder. Choose a folder with --data.`);
    for (const content of ['{', '[]', '5']) {
      const path = file('broken.json', content);
      expect(complaint(['--settings', path])).toBe(`The settings file ${path} must hold one JSON object.`);
    }
  });

  it('reject a data folder named by the file inside it', () => {
    file('settings.json', { data: '/elsewhere' });
    expect(complaint(['--data', folder])).toContain('The setting data has no meaning');
  });

  it('have sizes in --help as a person writes them', () => {
    expect(printedInstead(['--help'])).toMatch(/--photo-limit SIZE .* \[25M\]/);
    expect(printedInstead(['--help'])).toMatch(/--quota SIZE .* \[20G\]/);
  });

  it('show in --help which values may be left out', () => {
    expect(printedInstead(['--help'])).toMatch(/--standby \[LINK\] +keep a copy/);
    expect(printedInstead(['--help'])).toMatch(/--witness \[LINK\] +be the witness/);
  });

  it('are all listed by --help', () => {
    for (const flag of ['--data DIR', '--captcha-cost N', '--reset-owner', '--settings FILE', '[8700]'])
      expect(printedInstead(['--help'])).toContain(flag);
  });

  it('are not read if the help or the version is asked for', () => {
    expect(printedInstead(['-h', '--prot'], [['--fresh', 'recreate it']])).toMatch(
      /^ +--fresh +recreate it$/m,
    );
    expect(printedInstead(['--version'])).toBe(version);
    expect(printedInstead(['--verify'])).toBeNull();
  });
});
