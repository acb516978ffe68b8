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

it('takes bytes from the window and gives them back, whole and in part', async () => {
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

it('tells errors in the contract’s form', async () => {
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
  ] as const)
    expect([path, await ask(path, { method })]).toEqual([path, null]);
});
