import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import { refusal, testService, type TestService } from '../support/service';

test.each([
  ['gone', (path: string) => rmSync(path)],
  ['cut off', (path: string) => truncateSync(path, 3)],
])('stored bytes that are %s are answered as gone, with an explanation', async (_, harm) => {
  const data = mkdtempSync(join(tmpdir(), 'courtyard-missing-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const t = await testService({ data });
  const [ann] = await t.people('Ann');
  const file = await upload(t.service, ann.session, 'files.upload', Buffer.from('hello'));
  const photo = await upload(t.service, ann.session, 'photos.upload', fixture('picture.png'));
  for (const path of blobsIn(data)) harm(path);
  for (const url of [file.Url, photo.Url, `${photo.Url}&size=64`]) {
    const error = await refusal(open(t, url));
    expect([error.code, error.status, error.message]).toEqual([
      'gone',
      410,
      'This file is missing on the host. Ask an admin to restore it from a backup.',
    ]);
  }
});

function blobsIn(data: string): string[] {
  const root = join(data, 'content', 'blobs');
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function open({ service }: TestService, address: string): Promise<unknown> {
  const url = new URL(address, 'http://localhost');
  const [, , kind = '', id = ''] = url.pathname.split('/');
  const { exp = '', sig = '', size } = Object.fromEntries(url.searchParams) as Record<string, string>;
  return service.content({ kind, id, exp, sig, size });
}
