import Database from 'better-sqlite3';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DATABASE_FILE } from '../../electron/database/open';
import { DatabaseCopy } from '../../electron/standby/copy/database-copy';
import { MessageStream } from '../../electron/standby/message-stream';
import { StandbyClient } from '../../electron/standby/copy/standby-client';
import { readRecord, StandbyFolder } from '../../electron/standby/copy/standby-folder';
import { hostInProcess, standbyInProcess, type Host } from './in-process';

const SUPERSEDED = 'standby-superseded.json';

/** A host with a dialog, and the folder of its standby, which has everything and isn't running. */
async function paired() {
  const host = await hostInProcess();
  const { ID: dialog_id } = await host.owner.call('dialogs.create', { name: 'Yard', type: 'group' });
  const folder = host.folder('standby');
  const standby = await standbyInProcess(folder, await host.link());
  await standby.inStep;
  await standby.stop();
  return { host, folder, write: (text: string) => host.owner.call('dialogs.send', { dialog_id, text }) };
}

/** Asks the host for the community, as `--promote` does; returns the answer, or the error. */
async function askFor(folder: string) {
  const record = readRecord(folder);
  if (record === null) throw new Error('this folder is no standby');
  const opened = await StandbyFolder.reopen(folder, record);
  const client = new StandbyClient({
    folder: opened,
    code: '',
    move: { addresses: ['127.0.0.1:9'] },
    onInStep: () => undefined,
    logger: pino({ enabled: false }),
  });
  const answered = client
    .run()
    .catch((error: unknown) => (error as Error).message)
    .finally(() => opened.close());
  onTestFinished(async () => {
    client.stop();
    await answered;
  });
  return { answered, stop: () => client.stop() };
}

async function expectHosting({ host, write }: { host: Host; write: (text: string) => Promise<unknown> }) {
  await expect
    .poll(() =>
      write('the host goes on').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  expect(host.now.service.hosting.successor).toBeNull();
  expect(existsSync(join(host.data, SUPERSEDED))).toBe(false);
}

/** Gives a host the database of a program with one more migration. */
function upgrade({ data }: Host): void {
  const raw = new Database(join(data, DATABASE_FILE));
  const version = raw.pragma('user_version', { simple: true }) as number;
  raw.pragma(`user_version = ${version + 1}`);
  raw.close();
}

test('a host does not hand its community over to a standby that could not open its database', async () => {
  const { host, folder, write } = await paired();
  upgrade(host);
  const { answered } = await askFor(folder);
  expect(await answered).toContain('Update Courtyard on this computer');
  await expectHosting({ host, write });
});

test('a host does not hand its community over to a standby that names no version of the database', async () => {
  const { host, folder, write } = await paired();
  const { send } = MessageStream.prototype as MessageStream<{ type: string; schema?: number }, unknown>;
  const spy = vi.spyOn(MessageStream.prototype, 'send');
  spy.mockImplementation(async function (this: MessageStream<unknown, unknown>, ...given) {
    const [message, body] = given as [{ type: string; schema?: number }, Buffer | undefined];
    const { schema: _schema, ...rest } = message;
    await send.call(this, message.type === 'hello' ? rest : message, body);
  });
  const { answered } = await askFor(folder);
  expect(await answered).toContain('couldn’t move the community and is still running it');
  spy.mockRestore();
  expect(host.noted).toContain('the community was not moved: the standby runs an older Courtyard');
  await expectHosting({ host, write });
});

test('a host that cannot store its successor keeps hosting', async () => {
  const { host, folder, write } = await paired();
  mkdirSync(join(host.data, `${SUPERSEDED}.partial`));
  const { answered } = await askFor(folder);
  expect(await answered).toContain('couldn’t move the community and is still running it');
  await expectHosting({ host, write });
});

test('a host keeps hosting if its standby does not confirm the end of the log', async () => {
  const { host, folder, write } = await paired();
  const position = Object.getOwnPropertyDescriptor(DatabaseCopy.prototype, 'position')
    ?.value as DatabaseCopy['position'];
  let calls = 0;
  // Asked for the greeting of each connection, and for the confirmation.
  const spy = vi.spyOn(DatabaseCopy.prototype, 'position').mockImplementation(async function (
    this: DatabaseCopy,
  ) {
    if (++calls % 2 === 0) throw new Error('the disk is broken');
    return position.call(this);
  });
  const { answered, stop } = await askFor(folder);
  await expect
    .poll(() => host.noted.filter((line) => line.includes('was not moved')).length)
    .toBeGreaterThan(0);
  stop();
  expect(await answered).toBeNull();
  spy.mockRestore();
  await expectHosting({ host, write });
});

test('a host repeats a lost answer and accepts no writes in the meantime, even after a restart', async () => {
  const { host, folder, write } = await paired();
  await write('before');
  const { send } = MessageStream.prototype as MessageStream<{ type: string }, unknown>;
  const spy = vi.spyOn(MessageStream.prototype, 'send');
  spy.mockImplementation(async function (this: MessageStream<unknown, unknown>, ...given) {
    const [message] = given as [{ type: string }];
    if (message.type === 'handover') this.close();
    else await send.call(this, message, given[1]);
  });
  const first = await askFor(folder);
  await expect.poll(() => host.now.service.hosting.successor).not.toBeNull();
  first.stop();
  expect(await first.answered).toBeNull();
  spy.mockRestore();
  await expect(write('after')).rejects.toThrow('is now hosted on');
  await host.restart();
  await expect(write('after')).rejects.toThrow('is now hosted on');
  const { answered } = await askFor(folder);
  const { seq } = await host.owner.call('sync.begin', {}).then(({ Seq }) => ({ seq: Seq }));
  expect(await answered).toMatchObject({ term: 2, seq });
});
