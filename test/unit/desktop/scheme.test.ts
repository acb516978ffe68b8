import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appearanceScript } from '../../../electron/desktop/appearance-script';
import { answerPage, isOwnPage } from '../../../electron/desktop/window/scheme';

let house = '';
let pages = '';

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'courtyard-scheme-'));
  pages = join(house, 'renderer');
  mkdirSync(join(pages, 'assets'), { recursive: true });
  writeFileSync(join(pages, 'index.html'), '<p>The page</p>');
  writeFileSync(join(pages, 'first.js'), 'first();');
  writeFileSync(join(pages, 'assets', 'a b.js'), '1;');
  writeFileSync(join(pages, 'assets', 'unknown.xyz'), '?');
  writeFileSync(join(house, 'secret.txt'), 'secret');
  mkdirSync(join(house, 'renderer-old'));
  writeFileSync(join(house, 'renderer-old', 'index.html'), 'secret');
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

function get(path: string, method = 'GET'): Promise<Response> {
  return answerPage(pages, { url: `courtyard-app://main${path}`, method });
}

describe("the scheme of the window's pages", () => {
  it.each([
    ['/', 'text/html; charset=utf-8', '<p>The page</p>'],
    ['/index.html?a=1', 'text/html; charset=utf-8', '<p>The page</p>'],
    ['/assets/a%20b.js', 'text/javascript; charset=utf-8', '1;'],
    ['/assets/unknown.xyz', 'application/octet-stream', '?'],
  ])('answers %s with its file', async (path, type, text) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toBe(text);
  });

  it('puts a script before the one that pages run first, and before no other', async () => {
    const before = appearanceScript({ theme: '{"theme":"dark"}', language: null });
    const get = async (path: string) =>
      (await answerPage(pages, { url: `courtyard-app://main${path}`, method: 'GET' }, before)).text();
    expect(await get('/first.js')).toBe(`${before}first();`);
    expect(await get('/assets/a%20b.js')).toBe('1;');
    const stored = new Map([['courtyard.theme', 'light']]);
    const setItem = (key: string, text: string) => stored.set(key, text);
    new Script(before).runInNewContext({ localStorage: { setItem } });
    expect([...stored]).toEqual([['courtyard.theme', '{"theme":"dark"}']]);
    expect(appearanceScript({ theme: null, language: null })).toBe('');
  });

  it('sends the security headers with every answer', async () => {
    for (const response of [await get('/'), await get('/nowhere'), await get('/', 'POST')]) {
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it.each([
    '/nowhere',
    '/assets',
    '/assets/',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..%2frenderer-old%2findex.html',
    '/..%5csecret.txt',
    '/%2fetc%2fpasswd',
    '/index.html%00.js',
    '/%ff',
    '/%',
  ])('finds nothing at %s', async (path) => {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([404, '']);
  });

  it('finds nothing at another host', async () => {
    const response = await answerPage(pages, { url: 'courtyard-app://other/', method: 'GET' });
    expect(response.status).toBe(404);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('rejects %s', async (method) => {
    expect((await get('/', method)).status).toBe(405);
  });

  it('answers HEAD without a body', async () => {
    const response = await get('/', 'HEAD');
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

describe('a page of ours', () => {
  it.each(['courtyard-app://main/', 'courtyard-app://main/index.html?x#/chats/1'])('is %s', (address) => {
    expect(isOwnPage(address)).toBe(true);
  });

  it.each([
    '',
    'main',
    'about:blank',
    'courtyard-app://other/',
    'courtyard-app://main.example/',
    'courtyard-app://main:1/',
    'courtyard-app://person@main/',
    'courtyard-apps://main/',
    'https://main/',
    'file:///index.html',
    'data:text/html,courtyard-app://main/',
  ])('is not %s', (address) => {
    expect(isOwnPage(address)).toBe(false);
  });
});
