import { buffer } from 'node:stream/consumers';
import { createZip, type ZipEntry } from '../../electron/content/zip';
import { fixture } from './fixtures';

/** Makes a zip of files by path. */
export function zipOf(files: Iterable<readonly [path: string, content: string | Buffer]>): Promise<Buffer> {
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (const [path, content] of files) {
      const pieces: (string | Uint8Array)[] = [content];
      yield {
        path,
        content: (async function* () {
          yield* pieces;
        })(),
      };
    }
  }
  return buffer(createZip(entries(), new Date(0)));
}

type Fields = Record<string, unknown>;

/** The files of an export by path, made by hand. */
export function exportFiles(
  lists: Record<string, readonly unknown[] | Fields> = {},
  contents: Record<string, string | Buffer> = {},
): Map<string, string | Buffer> {
  const files = new Map<string, string | Buffer>();
  files.set('data/source.json', JSON.stringify({ Version: 1, Community: 7, Person: 9 }));
  for (const [name, list] of Object.entries(lists)) {
    const text = Array.isArray(list)
      ? `[\n${list.map((record) => JSON.stringify(record)).join(',\n')}\n]\n`
      : JSON.stringify(list);
    files.set(`data/${name}.json`, text);
  }
  for (const [path, content] of Object.entries(contents)) files.set(path, content);
  return files;
}

/** An export of another community with one or more of everything. */
export function smallExport(): Promise<Buffer> {
  const at = { Timestamp: 1_700_000_000 };
  const me = { Author: { ID: 9 }, Target: null };
  const post = {
    ...{ ...at, ...me, Photos: [], Attachments: [], EditTimestamp: 0 },
    ...{ Language: 1, Repost: null, Nsfw: false },
  };
  const track = { Author: 'Choir', Release: '', Genre: '', Text: '', Explicit: 0, Private: false };
  return zipOf(
    exportFiles(
      {
        profile: {
          About: 'From elsewhere',
          Avatar: 2,
          Birthday: '1990-02-03',
          Country: 1,
          CityNative: 'Lviv',
        },
        preferences: { theme: 'dark' },
        files: [{ ID: 1, ...at, Name: 'notes.txt', Folder: 'Home' }],
        photos: [
          { ID: 2, ...at, Caption: 'Yard', Private: false },
          { ID: 14, ...at, Caption: '', Private: false },
        ],
        stickers: [{ ID: 15, ...at, Name: 'Cats', Stickers: [{ ID: 14, Emoji: ['😀'] }] }],
        tracks: [{ ID: 3, ...at, ...track, Name: 'Rain', Cover: 2 }],
        videos: [{ ID: 4, ...at, Name: 'Yard', Description: '', Preview: 2 }],
        playlists: [
          { ID: 5, ...at, Name: 'My music', ...playlist(true, [3]) },
          { ID: 6, ...at, Name: 'Evenings', ...playlist(false, [3]) },
        ],
        posts: [
          {
            ...post,
            ID: 10,
            Content: 'Hello',
            Photos: [2],
            Attachments: [{ Type: 'track', Item: { ID: 3 } }],
          },
          { ...post, ID: 11, Content: '', Repost: { ID: 10 } },
        ],
        comments: [{ ID: 12, ...at, Content: 'Me again', Photos: [2], Post: 10 }],
        'scheduled-posts': [{ ...post, ID: 13, Content: 'Later', Timestamp: 1_780_000_000 }],
      },
      {
        'files/1-notes.txt': 'notes',
        'photos/2-photo.png': fixture('picture.png'),
        'photos/14-cat.png': fixture('picture.png'),
        'tracks/3-rain.mp3': fixture('track.mp3'),
        'videos/4-yard.mp4': fixture('video.mp4'),
      },
    ),
  );
}

function playlist(isDefault: boolean, Tracks: number[]) {
  return { Release: '', Description: '', Cover: 2, Private: false, Default: isDefault, Tracks };
}
