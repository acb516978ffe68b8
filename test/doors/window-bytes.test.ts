import { expect, it } from 'vitest';
import { answerBytes } from '../../electron/doors/window-bytes';
import type { File } from '../../shared/contract/records';
import { testService, type TestPerson } from '../support/service';
import { silent } from './recording-service';

async function window() {
  const { service, person } = await testService();
  const ada = await person('Ada');
  const ask = (path: string, init: RequestInit = {}) =>
    answerBytes(service, 'window', new Request(`courtyard-app://main${path}`, init), silent);
  return { ada, ask };
}

function formOf(text: string, person?: TestPerson): RequestInit {
  const body = new FormData();
  body.append('file', new Blob([text]), 'їжак.txt');
  return { method: 'POST', body, headers: { ...(person && { token: person.session.token ?? '' }) } };
}

it('uploads bytes from the window and returns them, whole and in ranges', async () => {
  const { ada, ask } = await window();
  const answer = await ask('/files', formOf('hello', ada));
  const file = (await answer?.json()) as File;
  expect([answer?.status, file.Name, file.Size]).toEqual([200, 'їжак.txt', 5]);
  expect(file.Url.startsWith('/content/file/')).toBe(true);
  const whole = await ask(file.Url);
  expect([whole?.status, await whole?.text()]).toEqual([200, 'hello']);
  expect(whole?.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const part = await ask(file.Url, { headers: { range: 'bytes=1-2' } });
  expect([part?.status, await part?.text()]).toEqual([206, 'el']);
  const head = await ask(file.Url, { method: 'HEAD' });
  expect([head?.status, head?.headers.get('content-length'), await head?.text()]).toEqual([200, '5', '']);
  expect(await ada.call('files.list', {})).toMatchObject([{ ID: file.ID }]);
});

it('accepts resumable tus uploads from the window for the call that names them', async () => {
  const { ada, ask } = await window();
  const own = { token: ada.session.token ?? '', 'tus-resumable': '1.0.0' };
  const made = await ask('/uploads', { method: 'POST', headers: { ...own, 'upload-length': '5' } });
  const path = made?.headers.get('location') ?? '';
  expect([made?.status, path]).toEqual([201, expect.stringMatching(/^\/uploads\/[\w-]+$/)]);
  const piece = (offset: number, body: string, more = {}) =>
    ask(path, {
      method: 'PATCH',
      body,
      headers: {
        ...own,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...more,
      },
    });
  const first = await piece(0, 'hel');
  expect([first?.status, first?.headers.get('upload-offset')]).toEqual([204, '3']);
  const statuses = [
    await piece(0, 'hel'),
    await piece(3, 'lo', { 'upload-checksum': `sha256 ${'A'.repeat(43)}=` }),
    await ask(path, { method: 'HEAD', headers: { token: own.token } }),
    await ask(path, { method: 'HEAD', headers: { ...own, token: '' } }),
  ].map((answer) => answer?.status);
  expect(statuses).toEqual([409, 460, 412, 401]);
  const told = await ask(path, { method: 'HEAD', headers: own });
  expect([told?.status, told?.headers.get('upload-offset')]).toEqual([200, '3']);
  await piece(3, 'lo');
  const file = await ada.call('files.upload', { file: path.slice('/uploads/'.length), filename: 'a.txt' });
  expect(await (await ask(file.Url))?.text()).toBe('hello');
  const other = await ask('/uploads', { method: 'POST', headers: { ...own, 'upload-length': '5' } });
  const gone = await ask(other?.headers.get('location') ?? '', { method: 'DELETE', headers: own });
  expect(gone?.status).toBe(204);
});

it('returns errors in the form of the contract', async () => {
  const { ada, ask } = await window();
  const answers = [
    await ask('/files', formOf('hello')),
    await ask('/content/file/1/a?exp=1&sig=a'),
    await ask('/files', { method: 'POST', body: 'x', headers: { token: ada.session.token ?? '' } }),
  ];
  const codes = await Promise.all(
    answers.map(async (one) => ((await one?.json()) as { detail: string }).detail),
  );
  expect(codes).toEqual(['auth_failed', 'auth_failed', 'invalid_type']);
});

it('leaves everything else to the pages', async () => {
  const { ask } = await window();
  for (const [path, method] of [
    ['/', 'GET'],
    ['/files', 'GET'],
    ['/content', 'GET'],
    ['/content/file/1/a', 'POST'],
    ['/dialogs', 'POST'],
    ['/uploads', 'GET'],
    ['/uploads/x', 'POST'],
    ['/uploads/x/y', 'HEAD'],
  ] as const)
    expect([path, await ask(path, { method })]).toEqual([path, null]);
});
