import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { File, MessageModel } from '../../shared/contract/records';
import { endPrograms, startProgram } from '../support/program';
import { untilPasses } from '../support/waiting';
import { hosted } from './hosted';

const root = join(import.meta.dirname, '../..');
const path = 'test/doors/clients/bot-example.js';
const platformPath = 'test/doors/clients/platform-bot.js';
const clientPath = 'test/doors/clients/plain-client.js';

it('the documented bot answers and sends a file, across a restart of the host', async () => {
  const host = await hosted();
  const [ada, bot] = await host.world.people('Ada', 'Bot');
  const { Token = '' } = await bot.call('account.createToken', { name: 'bot' });
  const { ID: dialog_id } = await ada.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ada.call('dialogs.join', { dialog_id, user_id: bot.id });
  const program = startProgram(process.execPath, [path], {
    cwd: root,
    env: { COURTYARD_URL: host.url, COURTYARD_TOKEN: Token },
  });
  onTestFinished(() => endPrograms([program]));
  expect(await program.line(0)).toBe('Bot is listening');

  const ask = (text: string) => host.world.as(ada.session, ada).call('dialogs.send', { dialog_id, text });
  const { ID: ping } = await ask('/ping');
  const answered = async (to: number) => {
    for (;;) {
      const messages = await host.world.as(ada.session, ada).call('dialogs.messages', { dialog_id });
      const found = messages.find(({ Author, ReplyTo }) => Author.ID === bot.id && ReplyTo?.ID === to);
      if (found) return found;
      await new Promise(setImmediate);
      host.world.clock.advance(1);
    }
  };
  expect(await answered(ping)).toMatchObject({ Text: 'pong', Attachments: [] });
  await host.restart();
  const { ID: members } = await ask('/members');
  expect(await answered(members)).toMatchObject({
    Attachments: [{ Type: 'file', Item: { Name: 'members.txt', Size: 'Ada\nBot'.length } }],
  });
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});

it("the documented bot in the style of the platform's clients answers, and fetches what it deletes", async () => {
  const host = await hosted();
  const [ada, bot] = await host.world.people('Ada', 'Bot');
  const { Token = '' } = await bot.call('account.createToken', { name: 'bot' });
  const { ID: dialog_id } = await ada.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ada.call('dialogs.join', { dialog_id, user_id: bot.id });
  const program = startProgram(process.execPath, [platformPath], {
    cwd: root,
    env: { COURTYARD_URL: host.url, COURTYARD_TOKEN: Token },
  });
  onTestFinished(() => endPrograms([program]));
  expect(await program.line(0)).toBe('Bot is listening');
  const line = await ada.listen();
  line.command({ command: 'typing', thing_id: dialog_id });
  expect(await program.line(1)).toBe('Ada is typing in Yard');
  const { ID: forget } = await ada.call('dialogs.send', { dialog_id, text: '/forget' });
  expect(await program.line(2)).toBe('A message of Bot was deleted in Yard');
  const { ID: ping } = await ada.call('dialogs.send', { dialog_id, text: '/ping' });
  const answer = await untilPasses(async () => {
    const [last] = await ada.call('dialogs.messages', { dialog_id });
    expect(last).toMatchObject({ Text: 'pong', Author: { ID: bot.id }, ReplyTo: { ID: ping } });
    return last;
  });
  const [, , asked] = await ada.call('dialogs.messages', { dialog_id });
  expect([answer?.ID, asked?.ID]).toEqual([expect.any(Number), forget]);
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});

it.each([path, platformPath])('%s fails once its token is revoked', async (script) => {
  const host = await hosted();
  const [bot] = await host.world.people('Bot');
  const { ID: token_id, Token = '' } = await bot.call('account.createToken', { name: 'bot' });
  const program = startProgram(process.execPath, [script], {
    cwd: root,
    // As copied from the address bar of a browser.
    env: { COURTYARD_URL: `${host.url}/`, COURTYARD_TOKEN: Token },
  });
  onTestFinished(() => endPrograms([program]));
  expect(await program.line(0)).toBe('Bot is listening');
  await bot.call('account.revokeToken', { token_id });
  expect(await program.ended).toBe(1);
  expect(program.noted.at(-1)).toMatch(/^(closed|Disconnected: 4401 signed out)$/);
});

it('the documented client reads, uploads and downloads, and handles what was sent while it was stopped', async () => {
  const host = await hosted();
  const [ada, bot] = await host.world.people('Ada', 'Bot');
  const { ID: token_id, Token = '' } = await bot.call('account.createToken', { name: 'client' });
  const { ID: dialog_id } = await ada.call('dialogs.create', { name: 'Yard', type: 'group' });
  await ada.call('dialogs.join', { dialog_id, user_id: bot.id });
  for (let count = 0; count < 130; count++) await ada.call('dialogs.send', { dialog_id, text: `№ ${count}` });
  const CURSOR_FILE = join(host.data, 'cursor.json');
  const run = () => {
    const env = { COURTYARD_URL: host.url, COURTYARD_TOKEN: Token, CURSOR_FILE };
    const program = startProgram(process.execPath, [clientPath], { cwd: root, env });
    onTestFinished(() => endPrograms([program]));
    return program;
  };
  const ask = async (text: string, replyTo = 0) => {
    await host.world.as(ada.session, ada).call('dialogs.send', { dialog_id, text, replyTo });
  };
  const answered = (found: (message: MessageModel) => boolean) =>
    untilPasses(async () => {
      const messages = await host.world.as(ada.session, ada).call('dialogs.messages', { dialog_id });
      const answers = messages.filter(({ Author }) => Author.ID === bot.id).filter(found);
      expect(answers).toHaveLength(1);
      return answers[0]!;
    });

  const first = run();
  expect(await first.line(0)).toBe('Bot is listening');
  await ask('/history');
  const { ID, Attachments } = await answered((message) => message.Attachments.length > 0);
  const file = Attachments[0]?.Item as File;
  const history = await (await fetch(new URL(file.Url, host.url))).text();
  expect(history).toMatch(/^Ada: № 0\n[^]*\nAda: № 129\nAda: \/history$/);

  await host.restart();
  expect(await first.line(1)).toBe('Bot is listening');
  first.process.kill('SIGKILL');
  await first.ended;
  await ask('/sum', ID);
  const second = run();
  await answered(({ Text }) => Text === createHash('sha256').update(history).digest('hex'));
  await host.world.as(bot.session, bot).call('account.revokeToken', { token_id });
  expect(await second.ended).toBe(1);
});

it.each([
  ['shared/BOTS.md', [path, platformPath]],
  ['shared/client/CLIENT.md', [clientPath]],
])('%s shows the tested programs', (file, programs) => {
  const page = readFileSync(join(root, file), 'utf8');
  const shown = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code);
  expect(shown).toEqual(programs.map((one) => readFileSync(join(root, one), 'utf8')));
});
