import { writeSync } from 'node:fs';
import { Outbox } from '../../electron/outbox/outbox';
import { OutboxSender } from '../../electron/outbox/outbox-sender';

/**
 * A process for `file.test.ts` to kill: adds commands to the outbox of a file and sends them to a host that accepts
 * all, without end. Writes a line for each command once it is stored, and for each one that the host has done.
 */
const [, , file = '', first = '0'] = process.argv;
const outbox = new Outbox(file);
const say = (line: string) => void writeSync(1, `${line}\n`);
const sender = new OutboxSender({
  outbox,
  send: (_name, input, key) => {
    say(`done ${key} ${String(input['replyTo'] ?? 0)}`);
    return Promise.resolve({ value: { ID: Number(key.slice('command-'.length)) } });
  },
  onSettled: () => undefined,
  program: '1.1.0',
  now: () => Date.now() / 1000,
});
await sender.drain();
say('ready');
/** Above all IDs of that host. */
const PROVISIONAL = 2 ** 50;
for (let number = Number(first); ; number++) {
  const key = `command-${number}`;
  const replyTo = number % 3 === 1 && number > Number(first) ? PROVISIONAL + number - 1 : 0;
  const input = { dialog_id: 1, text: `Message ${number}`, replyTo };
  outbox.add({ key, name: 'dialogs.send', input, madeAt: 0, program: '1.1.0' });
  outbox.setMade(key, [PROVISIONAL + number]);
  say(`stored ${key}`);
  if (number % 5 === 0) await sender.drain();
}
