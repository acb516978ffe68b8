import { describe, expect, it } from 'vitest';
import { startErrorOf } from '../../../electron/commands/start-error';

function failure(message: string, rest: object): Error {
  return Object.assign(new Error(message), rest);
}

describe('the sentence for an error that prevents the start', () => {
  it.each([
    [
      failure('database or disk is full', { code: 'SQLITE_FULL' }),
      'The disk of the data folder is full. Free some space and try again.',
    ],
    [
      failure('ENOSPC: no space left on device, copyfile', { code: 'ENOSPC', path: '/srv/a.db' }),
      'The disk of /srv/a.db is full. Free some space and try again.',
    ],
    [
      failure('unable to open database file', { code: 'SQLITE_CANTOPEN' }),
      'Nothing can be written to the data folder. Check that its disk is mounted, and not read-only.',
    ],
    [
      failure('ENOENT: no such file or directory, mkdir', {
        code: 'ENOENT',
        syscall: 'mkdir',
        path: '/mnt/a',
      }),
      "The folder /mnt/a can't be created. Check that its disk is mounted, and not read-only.",
    ],
    [
      failure('EACCES: permission denied, mkdir', { code: 'EACCES', syscall: 'mkdir', path: '/srv/a' }),
      'This user may not use /srv/a. Start Courtyard as the user to whom the folder belongs, or choose another one with --data.',
    ],
    [
      failure('listen EACCES', { code: 'EACCES', port: 80, address: '127.0.0.1' }),
      'Port 80 is reserved by the system. Choose one above 1023 with --port.',
    ],
    [
      failure('getaddrinfo ENOTFOUND', { code: 'ENOTFOUND', hostname: 'yard.invalid' }),
      'This machine has no address yard.invalid to listen on. Name one of its own with --host.',
    ],
    [
      failure('listen EADDRNOTAVAIL: address not available 192.0.2.1', {
        code: 'EADDRNOTAVAIL',
        syscall: 'listen',
        address: '192.0.2.1',
      }),
      'This machine has no address 192.0.2.1 to listen on. Name one of its own with --host.',
    ],
    [failure('anything else', {}), 'anything else'],
  ])('of %s', (error, sentence) => {
    expect(startErrorOf(error)).toBe(sentence);
  });
});
