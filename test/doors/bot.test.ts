import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { endPrograms, startProgram } from '../support/program';
import { hosted } from './hosted';

const root = join(import.meta.dirname, '../..');
const path = 'test/doors/bot-example.js';

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

it('the documentation shows the tested bot', () => {
  const page = readFileSync(join(root, 'shared/BOTS.md'), 'utf8');
  const [, shown] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  expect(shown).toBe(readFileSync(join(root, path), 'utf8'));
});
