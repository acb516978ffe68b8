// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { reconnect, session, start } from '../../../../renderer/api';
import { Chats } from '../../../../renderer/chats/dialogs/own-chats.svelte';
import { Comments } from '../../../../renderer/posts/comments/comments.svelte';
import type { DialogModel, MessageModel } from '../../../../shared/contract/records';
import { fakeHost } from '../../../support/hosts/fake-host';
import fc from '../../../support/inputs/properties';
import { ScheduledHost } from '../../../support/hosts/scheduled-host';
import { testService, type TestPerson } from '../../../support/service';

let host: ScheduledHost;

// The pages find one bridge for good; it leads to the host of the test that runs.
Object.assign(fakeHost.bridge, {
  call: (...given) => host.bridge.call(...given),
  on: (listener) => host.bridge.on(listener),
  connect: (options) => host.bridge.connect(options),
  command: (command) => host.bridge.command(command),
  disconnect: () => host.bridge.disconnect(),
} satisfies ScheduledHost['bridge']);

test(
  'in whatever order answers and events arrive, the pages end as the host has it',
  { timeout: 120_000 },
  async () => {
    const { people, service, clock } = await testService();
    const [ann, bob] = await people('Ann', 'Bob');
    host = new ScheduledHost(service);
    session.begin({ token: ann.session.token ?? '', id: ann.id });
    start();
    const property = fc.asyncProperty(
      fc.array(fc.nat(), { minLength: 40, maxLength: 160 }),
      async (choices) => {
        const run = await Run.begin(ann, bob, choices.length % 4 === 0 ? 110 : 1);
        for (const choice of choices) {
          // No limit of requests is reached.
          clock.advance(2);
          await run.step(choice);
        }
        clock.advance(60);
        await run.end();
      },
    );
    await fc.assert(property, { numRuns: 20, endOnFailure: true });
  },
);

/** Two people who write, and the pages of one of them, in a dialog and under a post of their own. */
class Run {
  readonly #ann: TestPerson;
  readonly #bob: TestPerson;
  readonly #dialog: number;
  readonly #post: number;
  readonly #chats: Chats;
  readonly #comments: Comments;
  readonly #stop: () => void;
  #count = 0;

  private constructor(ann: TestPerson, bob: TestPerson, dialog: number, post: number) {
    this.#ann = ann;
    this.#bob = bob;
    this.#dialog = dialog;
    this.#post = post;
    this.#chats = new Chats(ann.id);
    this.#comments = new Comments(post);
    this.#stop = this.#comments.follow();
  }

  static async begin(ann: TestPerson, bob: TestPerson, length: number): Promise<Run> {
    const { ID: dialog } = await ann.call('dialogs.create', { name: 'Garden', type: 'group' });
    await ann.call('dialogs.join', { dialog_id: dialog, user_id: bob.id });
    const texts = Array.from({ length }, (_, index) => `Earlier ${index}`);
    await Promise.all(texts.map((text) => bob.call('dialogs.send', { dialog_id: dialog, text })));
    const { ID: post } = await ann.call('posts.create', { user: '@me', content: 'A post' });
    await bob.call('posts.comment', { post_id: post, content: 'First' });
    return new Run(ann, bob, dialog, post);
  }

  /** Makes one delivery, or lets one of the two do something. */
  async step(choice: number): Promise<void> {
    const [isAct, which] = [choice % 3 === 0, Math.floor(choice / 3)];
    if (!isAct && host.size > 0) {
      host.deliver(which % host.size);
      // Without rest the service does several things at once.
      if (which % 2 === 0) await host.settled();
      return;
    }
    const acts = [...this.#onPages(), ...this.#elsewhere()];
    const doing = acts[which % acts.length]?.(Math.floor(which / acts.length));
    // What the service refuses, such as a change of what was just deleted, is part of the case.
    void doing?.catch(() => undefined);
    if (which % 2 === 0) await host.settled();
  }

  /** Delivers all that is left and compares. */
  async end(): Promise<void> {
    do {
      while (host.size > 0) {
        host.deliver(0);
        await host.settled();
      }
      await host.settled();
    } while (host.size > 0);
    await this.#compare();
    this.#stop();
    this.#chats.close();
  }

  #onPages(): ((which: number) => Promise<unknown>)[] {
    const { dialogs, outbox } = this.#chats;
    const conversation = () => this.#chats.open(this.#dialog).conversation;
    const shown = (which: number) => pick(conversation().run.messages, which)?.ID ?? 0;
    const comment = (which: number) => pick(this.#comments.items, which);
    return [
      () => dialogs.load(),
      () => dialogs.refresh(this.#dialog),
      () => conversation().open(),
      () => (conversation().expire(), conversation().complete(0)),
      (which) => conversation().jumpTo(shown(which)),
      () => conversation().jumpToEnd(),
      async (which) => conversation().jumpTo(pick(await this.#allMessages(), which)?.ID ?? 1),
      () => conversation().run.growOlder(),
      () => conversation().run.growNewer(),
      async () => outbox.send(this.#dialog, { text: this.#text(), replyTo: null, attached: [] }),
      (which) => conversation().changes.edit(shown(which), this.#text()),
      (which) => conversation().changes.react(shown(which), '👍'),
      (which) => conversation().changes.remove(shown(which)),
      () => this.#comments.load(),
      () => this.#comments.write(this.#text(), []),
      async (which) => {
        const one = comment(which);
        if (one) await this.#comments.like(one);
      },
      async () => reconnect(),
    ];
  }

  #elsewhere(): ((which: number) => Promise<unknown>)[] {
    const [dialog_id, post_id] = [this.#dialog, this.#post];
    const [ann, bob] = [this.#ann, this.#bob];
    const messages = async () => bob.call('dialogs.messages', { dialog_id });
    const message = async (by: TestPerson, which: number) =>
      pick(
        (await messages()).filter(({ Author }) => Author.ID === by.id),
        which,
      )?.ID ?? 0;
    const say = () => bob.call('dialogs.send', { dialog_id, text: this.#text() });
    const read = async (which: number) => {
      await ann.call('dialogs.read', { dialog_id, message: pick(await messages(), which)?.ID ?? 0 });
    };
    return [
      say,
      say,
      () => Promise.all([say(), say()]),
      async (which) =>
        bob.call('dialogs.editMessage', { message_id: await message(bob, which), text: this.#text() }),
      async (which) =>
        ann.call('dialogs.editMessage', { message_id: await message(ann, which), text: this.#text() }),
      async (which) => bob.call('dialogs.deleteMessage', { message_id: await message(bob, which) }),
      async (which) => bob.call('dialogs.react', { message_id: await message(ann, which), emoji: '🎉' }),
      async (which) => bob.call('dialogs.read', { dialog_id, message: await message(ann, which) }),
      read,
      read,
      () => ann.call('dialogs.mute', { dialog_id }),
      () => ann.call('dialogs.update', { dialog_id, name: this.#text() }),
      () => bob.call('posts.comment', { post_id, content: this.#text() }),
      async (which) => {
        const found = pick(await bob.call('posts.comments', { post_id }), which);
        await bob.call('posts.likeComment', { comment_id: found?.ID ?? 0 });
      },
      async (which) => {
        const found = await bob.call('posts.comments', { post_id });
        await ann.call('posts.removeComment', { comment_id: pick(found, which)?.ID ?? 0 });
      },
    ];
  }

  async #compare(): Promise<void> {
    const listed = await this.#ann.call('dialogs.list', {});
    expect(this.#chats.dialogs.sorted.map(dialogFields)).toEqual(
      listed.map(dialogFields).sort((one, other) => other.order - one.order),
    );
    const { state, run } = this.#chats.open(this.#dialog).conversation;
    const all = await this.#allMessages();
    const [first, last] = [run.messages[0]?.ID ?? 0, run.messages.at(-1)?.ID ?? 0];
    const shown = all.filter(({ ID }) => (!run.hasOlder || ID >= first) && (!run.hasNewer || ID <= last));
    if (state === 'ready') expect(run.messages.map(messageFields)).toEqual(shown.map(messageFields));
    const comments = await this.#ann.call('posts.comments', { post_id: this.#post, limit: 100 });
    const oldest = this.#comments.items[0]?.ID ?? 0;
    const known = comments.reverse().filter(({ ID }) => !this.#comments.hasEarlier || ID >= oldest);
    const commentFields = ({ ID, Content, Likes }: (typeof known)[number]) => ({ ID, Content, Likes });
    expect(this.#comments.items.map(commentFields)).toEqual(known.map(commentFields));
  }

  /** Oldest first. */
  async #allMessages(): Promise<MessageModel[]> {
    const found: MessageModel[] = [];
    for (let last_id = 0, isWhole = false; !isWhole; last_id = found.at(-1)?.ID ?? 0) {
      const page = await this.#ann.call('dialogs.messages', { dialog_id: this.#dialog, limit: 100, last_id });
      found.push(...page);
      isWhole = page.length < 100;
    }
    return found.reverse();
  }

  #text(): string {
    return `Text ${++this.#count}`;
  }
}

function pick<T>(all: readonly T[], which: number): T | undefined {
  return all[which % (all.length || 1)];
}

function dialogFields({ ID, Name, Unread, Mute, Members, LastMessage }: DialogModel) {
  return {
    ID,
    Name,
    Unread,
    Mute,
    Members,
    order: LastMessage?.ID ?? ID,
    last: LastMessage && messageFields(LastMessage),
  };
}

function messageFields({ ID, Text, Read, Reactions, EditTimestamp }: MessageModel) {
  const reactions = Reactions.map(({ Emoji, Count, Mine }) => `${Emoji} ${Count} ${Mine}`).sort();
  return { ID, Text, Read, reactions, EditTimestamp };
}
