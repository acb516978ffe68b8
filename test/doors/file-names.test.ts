import { beforeEach, describe, expect, test } from 'vitest';
import { ipcDoor } from '../../electron/doors/ipc';
import { answerBytes } from '../../electron/doors/window-bytes';
import type { File, Photo, Track, Video } from '../../shared/contract/records';
import { fixture } from '../support/fixtures';
import type { TestPerson } from '../support/service';
import { sine } from '../support/media/sounds';
import { hosted, type Hosted } from './hosted';
import { silent } from './recording-service';
import { uploadsOf } from './tus';

let host: Hosted;
let ann: TestPerson;

beforeEach(async () => {
  host = await hosted();
  [ann] = await host.world.people('Ann');
});

const PATHS = [
  '../../etc/passwd',
  '/etc/passwd',
  'etc/passwd/',
  '..\\..\\etc\\passwd',
  'C:\\Windows\\passwd',
  'C:/passwd',
  'C:passwd',
  '\\\\server\\share\\passwd',
  './passwd',
  '..\u0001/passwd',
  '/pass\u0007wd',
];
/** Paths that name no file. */
const FOLDERS = ['..', '../', '/', '..\\.', 'C:\\.', 'C:', 'C:..', '\u0001..'];

/** Each door through which a file's bytes and name come. */
const DOORS: [string, (path: string) => Promise<string>][] = [
  ['a form', (path) => nameOf(fetch(`${host.url}/files`, form('file', path)))],
  [
    'the field of a form',
    (path) => nameOf(fetch(`${host.url}/files`, form('file', 'a.txt', { filename: path }))),
  ],
  [
    'the query of a form',
    (path) => nameOf(fetch(`${host.url}/files?filename=${encodeURIComponent(path)}`, form('file', 'a.txt'))),
  ],
  [
    'the metadata of a resumable upload',
    async (path) => {
      const { whole, use } = uploadsOf(host, ann);
      return (await use(await whole(Buffer.from('x'), { filename: path }))).json.Name;
    },
  ],
  [
    'the call that uses a resumable upload',
    async (path) => {
      const { whole, use } = uploadsOf(host, ann);
      return (await use(await whole(Buffer.from('x')), { filename: path })).json.Name;
    },
  ],
  [
    'a form of the window',
    (path) => {
      const request = new Request('courtyard-app://main/files', form('file', path));
      return nameOf(answerBytes(host.world.service, 'window', request, silent));
    },
  ],
  [
    'a call of the window',
    async (path) => {
      const file = await uploadsOf(host, ann).whole(Buffer.from('x'));
      const frame = { url: 'courtyard-app://main/' };
      const door = ipcDoor({
        serviceAt: () => host.world.service,
        client: 'window',
        save: () => Promise.resolve(false),
        logger: silent,
      });
      const event = { senderFrame: frame, sender: { mainFrame: frame } } as never;
      const options = { token: ann.session.token };
      const answer = await door.call(event, 'files.upload', { file, filename: path }, options);
      return (answer as { value: File }).value.Name;
    },
  ],
  [
    'a new name',
    async (path) => {
      const { whole, use } = uploadsOf(host, ann);
      const { ID: file_id } = (await use(await whole(Buffer.from('x')), { filename: 'a.txt' })).json;
      return (await ann.call('files.update', { file_id, name: path })).Name;
    },
  ],
];

describe.each(DOORS)('%s', (_door, store) => {
  test('stores the last segment of a path as the name', async () => {
    for (const path of PATHS) expect([path, await store(path)]).toEqual([path, 'passwd']);
  });

  test('never stores a folder as the name', async () => {
    for (const path of FOLDERS)
      expect([path, await store(path)]).toEqual([path, expect.stringMatching(/^file-\d+$/)]);
  });

  test('keeps a name that is not a path', async () => {
    for (const name of ['їжак.tar.gz', 'Notes: May.txt', '..passwd', '%2e%2e%2fpasswd'])
      expect([name, await store(name)]).toEqual([name, name]);
  });
});

test('every kind of item takes its name the same way', async () => {
  const [name] = PATHS;
  const send = async <T>(path: string, part: string, bytes: Buffer) =>
    (await (await fetch(host.url + path, form(part, name ?? '', {}, bytes))).json()) as T;
  expect((await send<Video>('/video', 'file', fixture('video.mp4'))).Name).toBe('passwd');
  expect((await send<Track>('/musicbase', 'audio', sine(0, 1))).Name).toBe('passwd');
  const photo = await send<Photo>('/photos', 'photo', fixture('picture.png'));
  expect(JSON.stringify(photo)).not.toContain('passwd');
});

function form(
  part: string,
  path: string,
  fields: Record<string, string> = {},
  bytes: Buffer = Buffer.from('x'),
) {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.append(field, value);
  body.append(part, new Blob([new Uint8Array(bytes)]), path);
  return { method: 'POST', body, headers: { token: ann.session.token ?? '' } };
}

async function nameOf(answering: Promise<Response | null>): Promise<string> {
  return ((await (await answering)?.json()) as File).Name;
}
