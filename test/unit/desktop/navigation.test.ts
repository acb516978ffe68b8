import { describe, expect, it } from 'vitest';
import { toExternalUrl } from '../../../electron/desktop/window/navigation';

describe('a link that asks for a new window', () => {
  it.each([
    ['https://example.org', 'https://example.org/'],
    ['HTTPS://Example.org/a b?c=d#e', 'https://example.org/a%20b?c=d#e'],
    ['https://example.org:8443/', 'https://example.org:8443/'],
    ['http://192.168.1.1', 'http://192.168.1.1/'],
    ['http://printer.local:631/jobs', 'http://printer.local:631/jobs'],
  ])('opens in the system browser: %s', (address, given) => {
    expect(toExternalUrl(address)).toBe(given);
  });

  it.each([
    '',
    'example.org',
    'file:///etc/passwd',
    'file://host/share/program.exe',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:ann@example.org',
    'smb://host/share',
    'ms-msdt:/id',
    'courtyard-app://main/',
    'https://bank.example@evil.example/',
    'https://name:password@example.org/',
    'http://name@192.168.1.1/',
    `https://example.org/${'a'.repeat(2048)}`,
  ])('opens nowhere: %s', (address) => {
    expect(toExternalUrl(address)).toBe(null);
  });
});
