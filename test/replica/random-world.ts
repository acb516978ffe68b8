import type { Holdings } from '../../electron/replica/holding-queries';
import type { Service } from '../../electron/service';
import type { Input, Name } from '../../shared/contract';
import { upload } from '../support/content';
import { fixture } from '../support/fixtures';
import { START, type TestPerson } from '../support/service';

export type Call = { [N in Name]: { name: N; input: Input<N> } }[Name];

const PICTURE = fixture('picture.png');
const TRACK = fixture('track.mp3');
/** When scheduled things are due and events begin: after every test. */
const LATER = START + 30 * 24 * 3600;

/** Things that people uploaded, one of each kind by each person. */
export interface Libraries {
  photos: number[];
  files: number[];
  tracks: number[];
}

const NO_LIBRARIES: Libraries = { photos: [], files: [], tracks: [] };

/** Gives everybody a photo, a file and a track, of which every second one is private. */
export async function fillLibraries(service: Service, people: readonly TestPerson[]): Promise<Libraries> {
  const libraries: Libraries = { photos: [], files: [], tracks: [] };
  for (const [index, { name, session }] of people.entries()) {
    const mode = index % 2 === 0 ? 'public' : 'private';
    const own = (what: string) => `${what} of ${name}`;
    const photo = { caption: own('Caption'), mode } as const;
    libraries.photos.push((await upload(service, session, 'photos.upload', PICTURE, photo)).ID);
    const file = { filename: own('File') };
    libraries.files.push((await upload(service, session, 'files.upload', Buffer.from(name), file)).ID);
    const track = { name: own('Track'), author: own('Artist'), mode } as const;
    libraries.tracks.push((await upload(service, session, 'music.upload', TRACK, track)).ID);
  }
  return libraries;
}

/** People who do things at random; what they may not do is refused and forgotten. */
export class RandomWorld {
  readonly dialogs: number[] = [];
  readonly messages: number[] = [];
  readonly posts: number[] = [];
  /** The wall of each post. */
  readonly walls: number[] = [];
  readonly comments: number[] = [];
  readonly playlists: number[] = [];
  readonly #people: readonly TestPerson[];
  readonly #libraries: Libraries;

  constructor(people: readonly TestPerson[], libraries: Libraries = NO_LIBRARIES) {
    this.#people = people;
    this.#libraries = libraries;
  }

  async act(who: number, what: number, which: number): Promise<void> {
    const person = this.#people[who % this.#people.length]!;
    const other = this.#people[which % this.#people.length]!;
    const pick = (list: readonly number[]) => list[which % Math.max(1, list.length)] ?? 1;
    const acts: (() => Promise<unknown>)[] = [
      async () =>
        this.dialogs.push(
          (await person.call('dialogs.create', { name: `G${which}`, type: 'group', private: which % 2 })).ID,
        ),
      async () => this.dialogs.push((await person.call('dialogs.createPrivate', { user_id: other.id })).ID),
      () => this.#send(person, pick(this.dialogs), which),
      () => this.#send(person, pick(this.dialogs), which),
      () => this.#send(person, pick(this.dialogs), which),
      () => person.call('dialogs.send', { dialog_id: pick(this.dialogs), forward: pick(this.messages) }),
      async () => {
        const thread = pick(this.messages);
        const { Dialog: dialog } = await person.call('dialogs.message', { message_id: thread });
        const input = { dialog_id: dialog.ID, thread, text: `Reply ${which}` };
        this.messages.push((await person.call('dialogs.send', input)).ID);
      },
      () => person.call('dialogs.readThread', { message_id: pick(this.messages) }),
      () =>
        person.call(which % 2 ? 'dialogs.followThread' : 'dialogs.unfollowThread', {
          message_id: pick(this.messages),
        }),
      () => person.call('dialogs.editMessage', { message_id: pick(this.messages), text: `Edited ${which}` }),
      () => person.call('dialogs.deleteMessage', { message_id: pick(this.messages) }),
      () => person.call('dialogs.react', { message_id: pick(this.messages), emoji: which % 2 ? '👍' : '🎉' }),
      () => person.call('dialogs.unreact', { message_id: pick(this.messages), emoji: '👍' }),
      async () => {
        const dialog_id = pick(this.dialogs);
        const poll = {
          options: ['One', 'Two', 'Three'],
          multiple: which % 3 === 0,
          anonymous: which % 2 === 0,
          ...(which % 3 === 1 && { correct: 1, explanation: 'Because' }),
        };
        this.messages.push(
          (await person.call('dialogs.send', { dialog_id, text: `Poll ${which}`, poll })).ID,
        );
      },
      () => person.call('dialogs.vote', { message_id: pick(this.messages), options: [which % 3] }),
      () =>
        person.call('dialogs.vote', { message_id: pick(this.messages), options: which % 2 ? [] : [0, 2] }),
      () => person.call('dialogs.closePoll', { message_id: pick(this.messages) }),
      async () => {
        const dialog_id = pick(this.dialogs);
        const event = {
          starts: LATER + (which % 1000),
          place: `Place ${which}`,
          description: `About ${which}`,
        };
        const text = `Event ${which}`;
        this.messages.push((await person.call('dialogs.send', { dialog_id, text, event })).ID);
      },
      () =>
        person.call('dialogs.answerEvent', {
          message_id: pick(this.messages),
          answer: which % 3 ? 'going' : 'maybe',
        }),
      () => person.call('dialogs.answerEvent', { message_id: pick(this.messages), answer: 'none' }),
      () => person.call('dialogs.editEvent', { message_id: pick(this.messages), place: `Moved ${which}` }),
      () => person.call('dialogs.cancelEvent', { message_id: pick(this.messages) }),
      () => person.call('dialogs.pinMessage', { message_id: pick(this.messages) }),
      () => person.call('dialogs.unpinMessage', { message_id: pick(this.messages) }),
      () => person.call('dialogs.read', { dialog_id: pick(this.dialogs), message: pick(this.messages) }),
      () => person.call('dialogs.join', { dialog_id: pick(this.dialogs), user_id: '@me' }),
      () => person.call('dialogs.join', { dialog_id: pick(this.dialogs), user_id: other.id }),
      () => person.call('dialogs.leave', { dialog_id: pick(this.dialogs), user_id: '@me' }),
      () => person.call('dialogs.leave', { dialog_id: pick(this.dialogs), user_id: other.id }),
      () => person.call('dialogs.update', { dialog_id: pick(this.dialogs), name: `Name ${which}` }),
      () => person.call('dialogs.mute', { dialog_id: pick(this.dialogs) }),
      () =>
        person.call('dialogs.silence', {
          dialog_id: pick(this.dialogs),
          user_id: other.id,
          value: which % 3,
        }),
      () => person.call('dialogs.pin', { dialog_id: pick(this.dialogs) }),
      () => person.call('dialogs.archive', { dialog_id: pick(this.dialogs) }),
      () =>
        person.call('dialogs.createFolder', {
          name: `F${which}`,
          dialogs: [pick(this.dialogs)],
          types: ['group'],
        }),
      async () => {
        const folder_id = pick((await person.call('dialogs.folders', {})).map(({ ID }) => ID));
        await (which % 3
          ? person.call('dialogs.putInFolder', { folder_id, dialog_id: pick(this.dialogs) })
          : person.call('dialogs.removeFolder', { folder_id }));
      },
      () => person.call('files.remove', { file_id: pick(this.#libraries.files) }),
      () => person.call('photos.remove', { photo_id: pick(this.#libraries.photos) }),
      () => person.call('music.removeTrack', { track_id: pick(this.#libraries.tracks) }),
      () => person.call('people.subscribe', { user: other.id }),
      () => person.call('people.subscribe', { user: other.id }),
      () => person.call('people.block', { user: other.id }),
      () => person.call('people.unblock', { user: other.id }),
      () => person.call('people.ignore', { user_id: other.id }),
      () => this.#post(person, other, { content: `Post ${which}` }),
      () => this.#post(person, person, { content: `Own ${which}`, repost: which % 3 ? 0 : pick(this.posts) }),
      () =>
        this.#post(person, person, {
          content: `Attaches ${which}`,
          attachments: [{ Type: 'post', Item: pick(this.posts) }],
        }),
      () => person.call('posts.edit', { post_id: pick(this.posts), content: `Post edited ${which}` }),
      () => this.#post(person, person, { content: `Not for everyone ${which}`, audience: 1 + (which % 2) }),
      () => person.call('posts.edit', { post_id: pick(this.posts), audience: which % 3 }),
      () => person.call('posts.edit', { post_id: pick(this.posts), comments_closed: which % 2 }),
      () => person.call('posts.remove', { post_id: pick(this.posts) }),
      () => person.call('posts.like', { post_id: pick(this.posts) }),
      async () =>
        this.comments.push(
          (await person.call('posts.comment', { post_id: pick(this.posts), content: `So ${which}` })).ID,
        ),
      () => person.call('posts.removeComment', { comment_id: pick(this.comments) }),
      () => person.call('posts.likeComment', { comment_id: pick(this.comments) }),
      () => person.call('account.updateProfile', { about: `About ${which}`, viewBirthdayState: which % 3 }),
      () => person.call('account.updateProfile', { birthday: '1990-05-05', viewFriendsState: which % 3 }),
      () => person.call('people.give', { user: other.id, item: 1 }),
      () => person.call('people.readNotifications', { last_id: Number.MAX_SAFE_INTEGER - 1 }),
      () => person.call('account.updatePreferences', { [`of ${person.name}`]: `Preference ${which}` }),
      () =>
        person.call('account.updateProfile', {
          avatar: pick(this.#libraries.photos),
          viewAvatarState: which % 3,
        }),
      async () =>
        this.playlists.push(
          (await person.call('music.createPlaylist', { name: `Playlist ${which}`, private: which % 2 })).ID,
        ),
      () =>
        person.call('music.updatePlaylist', { playlist_id: pick(this.playlists), private: which % 3 === 0 }),
      () =>
        person.call('music.addTrack', {
          playlist_id: pick(this.playlists),
          track_id: pick(this.#libraries.tracks),
        }),
      () => person.call('music.followPlaylist', { playlist_id: pick(this.playlists) }),
      () => person.call('music.unfollowPlaylist', { playlist_id: pick(this.playlists) }),
      () => person.call('dialogs.createInvite', { dialog_id: pick(this.dialogs) }),
      () =>
        person.call('dialogs.send', {
          dialog_id: pick(this.dialogs),
          text: `Later ${which}`,
          timestamp: LATER,
          photos_list: which % 2 ? [pick(this.#libraries.photos)] : [],
        }),
      () => person.call('posts.create', { user: other.id, content: `Later post ${which}`, timestamp: LATER }),
      async () =>
        this.messages.push(
          (
            await person.call('dialogs.send', {
              dialog_id: pick(this.dialogs),
              text: `With things ${which}`,
              photos_list: [pick(this.#libraries.photos)],
              attachments: [
                { Type: 'file', Item: this.#libraries.files[who % 4]! },
                { Type: 'track', Item: this.#libraries.tracks[who % 4]! },
              ],
            })
          ).ID,
        ),
      async () => {
        const [post, message] = [pick(this.posts), pick(this.messages)];
        const attachments = [{ Type: 'post' as const, Item: post }];
        await person.call('dialogs.send', {
          dialog_id: pick(this.dialogs),
          text: `Post in ${message}`,
          attachments,
        });
      },
      () => person.call('posts.comment', { post_id: pick(this.posts), content: `Mentions @${other.name}` }),
      () => this.#people[0]!.call('admin.ban', { user_id: other.id, reason: 'Test' }),
      () => this.#people[0]!.call('admin.unban', { user_id: other.id }),
    ];
    await acts[what % acts.length]!().catch(() => undefined);
  }

  /** Every reading call that a replica may answer, for everything there is. */
  reads(person: TestPerson): Call[] {
    const dialogs = this.dialogs.flatMap((dialog_id): Call[] => [
      { name: 'dialogs.get', input: { dialog_id } },
      { name: 'dialogs.members', input: { dialog_id } },
      { name: 'dialogs.messages', input: { dialog_id } },
    ]);
    const others = this.#people.flatMap(({ id }): Call[] => [
      { name: 'people.get', input: { user: id } },
      { name: 'posts.list', input: { user: id } },
    ]);
    return [
      { name: 'dialogs.list', input: {} },
      ...dialogs,
      ...others,
      ...this.messages.map((message_id): Call => ({ name: 'dialogs.message', input: { message_id } })),
      ...this.posts.map((post_id): Call => ({ name: 'posts.get', input: { post_id } })),
      { name: 'posts.list', input: { user: person.id } },
    ];
  }

  /** Reading calls that a replica answers completely once it is current, although it cannot tell in between. */
  lastSeenReads(holds: Holdings): Call[] {
    const user = '@me';
    const walls = this.#people.filter(({ id }) => holds.scope('wall', id)?.state === 'whole');
    return [
      ...(
        [
          'people.incoming',
          'people.outgoing',
          'people.blocked',
          'people.notifications',
          'posts.scheduled',
        ] as const
      ).map((name): Call => ({ name, input: {} })),
      ...(['people.friends', 'people.followers', 'people.subscriptions', 'music.playlists'] as const).map(
        (name): Call => ({ name, input: { user } }),
      ),
      { name: 'account.preferences', input: {} },
      ...walls.map(({ id }): Call => ({ name: 'posts.list', input: { user: id } })),
      ...this.posts
        .filter((_, index) => walls.some(({ id }) => this.walls[index] === id))
        .flatMap((post_id): Call[] => [
          { name: 'posts.get', input: { post_id } },
          { name: 'posts.comments', input: { post_id } },
        ]),
      ...this.dialogs
        .filter((dialog) => holds.scope('dialog', dialog)?.state === 'whole')
        .flatMap((dialog_id): Call[] => [
          { name: 'dialogs.members', input: { dialog_id } },
          { name: 'dialogs.shared', input: { dialog_id, kind: 'links' } },
          { name: 'dialogs.shared', input: { dialog_id, kind: 'photos' } },
          { name: 'dialogs.scheduled', input: { dialog_id } },
        ]),
    ];
  }

  async #post(author: TestPerson, wall: TestPerson, content: Omit<Input<'posts.create'>, 'user'>) {
    const { ID } = await author.call('posts.create', { user: wall.id, ...content });
    this.posts.push(ID);
    this.walls.push(wall.id);
  }

  async #send(person: TestPerson, dialog_id: number, which: number): Promise<void> {
    const reply = which % 4 === 0 ? this.messages[which % Math.max(1, this.messages.length)] : undefined;
    const { ID } = await person.call('dialogs.send', {
      dialog_id,
      text: `Message ${which} https://example.org/${which}`,
      ...(reply !== undefined && { replyTo: reply }),
    });
    this.messages.push(ID);
  }
}
