import { pino } from 'pino';
import { expect, test } from 'vitest';
import { proxyUpload } from '../../electron/remote/upload-proxy';
import type { SyncedUploads } from '../../electron/remote/synced/synced-uploads';

/** A request to create an upload of a kind. */
function creating(kind: string) {
  const headers = new Headers({
    token: 'own',
    'Upload-Length': '5',
    'Upload-Metadata': `kind ${btoa(kind)}`,
  });
  return { method: 'POST', path: '/uploads', url: new URL('http://here/uploads'), headers, body: null };
}

test('an export to import goes to the host only: it never waits here', async () => {
  const recorded: string[] = [];
  const uploads = {
    isOwn: () => true,
    isHere: () => Promise.resolve(true),
    knows: () => true,
    recordCreated: (id: string) => void recorded.push(id),
  } as unknown as SyncedUploads;
  const pending = { uploads, logger: pino({ enabled: false }) };
  for (const status of [201, 504]) {
    const forward = () =>
      Promise.resolve(new Response(null, { status, headers: { location: '/uploads/abc' } }));
    const answer = await proxyUpload(pending, 'window', creating('archive') as never, '', forward);
    expect(answer.status).toBe(status);
  }
  expect(recorded).toEqual([]);
});
