import { expect, test } from 'vitest';
import { Unreachable } from '../../shared/client/transport';
import { AppError } from '../../shared/errors';
import fc from '../support/inputs/properties';
import { testService, type TestPerson } from '../support/service';
import { openDevice, type Device } from './device';

async function groupOf(person: TestPerson, name = 'Yard'): Promise<number> {
  return (await person.call('dialogs.create', { name, type: 'group' })).ID;
}

/** The texts of a dialog, oldest first. */
async function textsOf(person: TestPerson, dialog_id: number): Promise<string[]> {
  const texts: string[] = [];
  for (let last_id = 0; ;) {
    const page = await person.call('dialogs.messages', { dialog_id, limit: 100, last_id });
    texts.push(...page.filter((one) => one.Type === 'message').map((one) => one.Text));
    last_id = page.at(-1)?.ID ?? 0;
    if (page.length < 100) return texts.reverse();
  }
}

const messagesOf = (device: Device) => device.outbox.all().map(({ error }) => error?.message);

test('commands reach the host in order and leave the outbox', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const dialog_id = await groupOf(ann);
  const { sender, outbox, add, settled } = openDevice(t, ann, 'laptop');
  for (const text of ['One', 'Two', 'Three']) add('dialogs.send', { dialog_id, text });
  expect(outbox.unsent).toBe(3);
  const draining = [sender.drain(), sender.drain()];
  add('dialogs.send', { dialog_id, text: 'Four' });
  expect(await Promise.all(draining)).toEqual(['empty', 'empty']);
  expect(await textsOf(ann, dialog_id)).toEqual(['One', 'Two', 'Three', 'Four']);
  expect(settled).toMatchObject([1, 2, 3, 4].map((n) => ({ key: `laptop-command-${n}`, outcome: {} })));
  expect(outbox.all()).toEqual([]);
  add('dialogs.send', { dialog_id, text: 'Five' });
  expect(await sender.drain()).toBe('empty');
  expect(await textsOf(ann, dialog_id)).toContain('Five');
});

test('a host that is there is asked again at once when an answer was lost, four times at most', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const dialog_id = await groupOf(ann);
  const { sender, add, attempts, connection } = openDevice(t, ann, 'laptop');
  connection.isThere = true;
  connection.loses = () => attempts.length < 3;
  const { key } = add('dialogs.send', { dialog_id, text: 'One' });
  expect(await sender.drain()).toBe('empty');
  expect(attempts).toEqual([key, key, key]);
  connection.loses = () => true;
  const { key: other } = add('dialogs.send', { dialog_id, text: 'Two' });
  expect(await sender.drain()).toBe('away');
  expect(attempts.filter((one) => one === other)).toHaveLength(4);
  expect(await textsOf(ann, dialog_id)).toEqual(['One', 'Two']);
});

test('each command is done once and in order, although answers are lost and two devices send', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const closed = await groupOf(ben, 'Closed');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat(), fc.nat(9)), {
        minLength: 10,
        maxLength: 25,
      }),
      async (steps) => {
        const dialog_id = await groupOf(ann);
        const devices = ['laptop', 'desktop'].map((name) => openDevice(t, ann, `${name}-${dialog_id}`)) as [
          Device,
          Device,
        ];
        const models = devices.map((device) => new Model(device, dialog_id, closed));
        const drops = steps.map(([, , drop]) => drop < 3);
        let answers = 0;
        for (const { connection } of devices) connection.loses = () => drops[answers++ % drops.length]!;
        for (const [what, which, drop] of steps) {
          models[which % 2]!.act(what, which);
          if (drop === 9) await devices[which % 2]!.sender.drain();
        }
        // Every seventh answer arrives even if all are to be dropped.
        for (const { connection } of devices)
          connection.loses = () => answers++ % 7 !== 0 && drops[answers % drops.length]!;
        await Promise.all(devices.map((device) => device.drainWhole()));

        const texts = await textsOf(ann, dialog_id);
        for (const model of models) {
          expect(texts.filter((text) => model.owns(text))).toEqual(model.texts);
          expect(messagesOf(model.device).length).toBe(model.refused);
          expect(model.device.outbox.all().every(({ state }) => state === 'refused')).toBe(true);
        }
        expect(texts.length).toBe(models[0]!.texts.length + models[1]!.texts.length);
        t.clock.advance(30);
      },
    ),
    { numRuns: Number(process.env.SEEDS ?? 100) },
  );
});

/** What a device did, and what the dialog must contain of it. */
class Model {
  readonly device: Device;
  readonly #dialog: number;
  readonly #closed: number;
  readonly #name: string;
  /** Its messages in order; null once deleted. */
  readonly #messages: { id: number; text: string | null }[] = [];
  readonly #unsendable: number[] = [];
  refused = 0;

  constructor(device: Device, dialog: number, closed: number) {
    this.device = device;
    this.#dialog = dialog;
    this.#closed = closed;
    this.#name = `${device.add('account.updateProfile', { status: 'Here' }).key}: `;
  }

  owns(text: string): boolean {
    return text.startsWith(this.#name);
  }

  get texts(): string[] {
    return this.#messages.flatMap(({ text }) => text ?? []);
  }

  act(what: number, which: number): void {
    const { add, make } = this.device;
    const earlier = this.#messages.filter(({ text }) => text !== null);
    const message = earlier[which % Math.max(1, earlier.length)];
    const text = `${this.#name}${this.#messages.length}`;
    if (what === 0) {
      this.#unsendable.push(make('dialogs.send', { dialog_id: this.#closed, text: 'Refused' }).id);
      this.refused++;
    } else if (what === 1 && this.#unsendable.length > 0) {
      const replyTo = this.#unsendable[which % this.#unsendable.length]!;
      add('dialogs.send', { dialog_id: this.#dialog, text: 'Refused with another', replyTo });
      this.refused++;
    } else if (what === 2 && message) {
      message.text = `${this.#name}edited ${which}`;
      add('dialogs.editMessage', { message_id: message.id, text: message.text });
    } else if (what === 3 && message) {
      message.text = null;
      add('dialogs.deleteMessage', { message_id: message.id });
    } else {
      const replyTo = what > 7 && message ? message.id : undefined;
      const { id } = make('dialogs.send', {
        dialog_id: this.#dialog,
        text,
        ...(replyTo !== undefined && { replyTo }),
      });
      this.#messages.push({ id, text });
    }
  }
}

test('a like without a value is sent once, although its answer is lost', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const { ID: post_id } = await ann.call('posts.create', { user: '@me', content: 'A post' });
  const { add, drainWhole, connection, attempts } = openDevice(t, ann, 'laptop');
  add('posts.like', { post_id });
  let answers = 0;
  connection.loses = () => answers++ < 3;
  await drainWhole();
  expect(attempts.length).toBe(4);
  expect((await ann.call('posts.get', { post_id })).Likes).toEqual({ Likes: 1, IsLikedByYou: true });
});

test('a refused command does not block others; what refers to it is refused with it', async () => {
  const t = await testService();
  const [ann, ben] = await t.people('Ann', 'Ben');
  const closed = await groupOf(ben, 'Closed');
  const dialog_id = await groupOf(ann);
  const device = openDevice(t, ann, 'laptop');
  const { sender, outbox, make, add, settled } = device;
  const refused = make('dialogs.send', { dialog_id: closed, text: 'One' });
  const reply = make('dialogs.send', { dialog_id, text: 'Two', replyTo: refused.id });
  add('dialogs.react', { message_id: reply.id, emoji: '👍' });
  add('dialogs.send', { dialog_id, text: 'Three' });
  expect(await sender.drain()).toBe('empty');
  expect(await textsOf(ann, dialog_id)).toEqual(['Three']);
  expect(settled.length).toBe(4);
  expect(outbox.unsent).toBe(3);
  expect(outbox.all().map(({ state }) => state)).toEqual(['refused', 'refused', 'refused']);
  expect(messagesOf(device)[1]).toMatch(/^This depends on something that couldn’t be sent/);

  // Changed, it is sent with all that belongs to it, in their order.
  const edited = outbox.edit(refused.key, { dialog_id, text: 'One' });
  expect(edited).toMatchObject({ state: 'pending', error: null, made: [refused.id] });
  expect(await sender.drain()).toBe('empty');
  expect(await textsOf(ann, dialog_id)).toEqual(['Three', 'One', 'Two']);
  const [last] = await ann.call('dialogs.messages', { dialog_id });
  expect(last).toMatchObject({ ReplyTo: { Text: 'One' }, Reactions: [{ Emoji: '👍', Count: 1 }] });
  expect(outbox.unsent).toBe(0);
});

test('what no host would ever do is refused after three errors of its program', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const dialog_id = await groupOf(ann);
  const { sender, outbox, add, connection } = openDevice(t, ann, 'laptop');
  connection.fail = (name) => (name === 'posts.create' ? new AppError('server_error') : null);
  add('posts.create', { user: '@me', content: 'A post' });
  add('dialogs.send', { dialog_id, text: 'After it' });
  expect([await sender.drain(), await sender.drain()]).toEqual(['away', 'away']);
  expect(await sender.drain()).toBe('empty');
  expect(outbox.all()).toMatchObject([{ name: 'posts.create', state: 'refused' }]);
  expect(await textsOf(ann, dialog_id)).toEqual(['After it']);
});

test('a host that does not answer, a revoked token and an outdated program leave everything in place', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const dialog_id = await groupOf(ann);
  const { sender, outbox, add, connection, attempts } = openDevice(t, ann, 'laptop');
  add('dialogs.send', { dialog_id, text: 'One' });
  const outcomes = {
    away: [new Unreachable(), new AppError('unavailable'), new AppError('superseded')],
    revoked: [new AppError('auth_failed')],
    outdated: [new AppError('upgrade_required')],
  };
  for (const [outcome, errors] of Object.entries(outcomes)) {
    for (const error of errors) {
      connection.fail = () => error;
      expect(await sender.drain()).toBe(outcome);
    }
  }
  expect(outbox.all()).toMatchObject([{ state: 'pending', error: null }]);

  // Not before the time that the host asked for.
  connection.fail = () => new AppError('rate_limit_exceeded', undefined, { retryAfter: 20 });
  expect(await sender.drain()).toBe('away');
  expect(sender.retryAt).toBe(t.clock.seconds + 20);
  connection.fail = () => null;
  t.clock.advance(19);
  expect(await sender.drain()).toBe('away');
  expect(attempts).toEqual([]);
  t.clock.advance(1);
  expect(await sender.drain()).toBe('empty');
  expect(await textsOf(ann, dialog_id)).toEqual(['One']);
});

test('an outbox that is closed while a command is sent answers it again later', async () => {
  const t = await testService();
  const [ann] = await t.people('Ann');
  const dialog_id = await groupOf(ann);
  const { sender, outbox, add, settled, connection } = openDevice(t, ann, 'laptop');
  add('dialogs.send', { dialog_id, text: 'One' });
  connection.loses = () => {
    outbox.close();
    return false;
  };
  expect(await sender.drain()).toBe('away');
  expect(settled).toEqual([]);
});
