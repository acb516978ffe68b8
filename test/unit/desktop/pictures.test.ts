import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AvatarCache } from '../../../electron/desktop/communities/avatar-cache';
import type { CommunityApi } from '../../../electron/remote/event-transport';

const ID = 'joined-0123456789abcdef';
const SESSION = { token: 'token', address: '', userAgent: 'Courtyard (test)' };

/** A community that says whatever it likes of its picture, and what the window would be answered. */
async function keptOf(said: { photo?: unknown; url?: unknown; type?: string; bytes?: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-pictures-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const asked: string[] = [];
  const { photo = 7, url = '/content/photo/7/a.png?sig=x', type = 'image/webp', bytes = 3 } = said;
  const options = {
    path: join(folder, 'pictures.json'),
    answerBytes: ({ url }: Request) => {
      asked.push(url);
      return Promise.resolve(new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }));
    },
    onChange: () => undefined,
  };
  const community = {
    call: (_session: unknown, name: string) =>
      Promise.resolve(name === 'community.get' ? { Avatar: photo } : [{ Url: url }]),
  } as unknown as CommunityApi;
  const pictures = new AvatarCache(options);
  await pictures.refresh(ID, community, SESSION).catch(() => undefined);
  await pictures.settled();
  return {
    asked,
    picture: new AvatarCache(options).of(ID),
    again: () => pictures.refresh(ID, community, SESSION),
  };
}

test('a picture is fetched once in a small size and cached over a restart', async () => {
  const { asked, picture, again } = await keptOf({});
  expect(picture).toBe('data:image/webp;base64,AAAA');
  await again();
  expect(asked).toEqual([`courtyard-app://${ID}/content/photo/7/a.png?sig=x&size=64`]);
});

test.each([
  ['a number that is none', { photo: '7' }],
  ['an address elsewhere', { url: 'https://elsewhere.example/content/photo/7/a.png' }],
  ['the address of another community', { url: '//main/content/photo/7/a.png' }],
  ['an address that leads out of the content', { url: '/content/../index.html' }],
  ['what is no picture', { type: 'text/html' }],
  ['a drawing that could hold a script', { type: 'image/svg+xml' }],
  ['bytes without an end', { bytes: 64 * 1024 + 1 }],
])('nothing of %s is cached', async (_what, said) => {
  expect((await keptOf(said)).picture).toBe('');
});
