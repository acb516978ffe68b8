import { createClient } from '../../../out/main/client.js';

const client = createClient({
  url: process.env.COURTYARD_URL,
  token: process.env.COURTYARD_TOKEN,
  onState: (state) => {
    process.stderr.write(`${state}\n`);
    // A lost connection is opened again; only close() and a revoked token end it.
    process.exitCode = state === 'closed' ? 1 : 0;
  },
});
const me = await client.call('people.me');

client.on((event) => {
  if (event.Type !== 'message' || event.Message.Author.ID === me.ID) return;
  // The key depends on the event, so that answering it twice stores one answer.
  const key = `answer-to-${event.Message.ID}`;
  answer(event.Message, key).catch((error) => process.stderr.write(`${error.message}\n`));
});

async function answer({ ID, Text, Dialog }, key) {
  const place = { dialog_id: Dialog.ID, replyTo: ID };
  if (Text === '/ping') await client.call('dialogs.send', { ...place, text: 'pong' }, { key });
  if (Text === '/members') {
    const members = await client.call('dialogs.members', { dialog_id: Dialog.ID, limit: 100 });
    const names = members.map(({ Member }) => `${Member.Name} ${Member.Surname}`.trim());
    const file = await client.file(new Blob([names.join('\n')]), { filename: 'members.txt' });
    await client.call('dialogs.send', { ...place, attachments: [file] }, { key });
  }
}

await client.listening();
process.stdout.write(`${me.Name} is listening\n`);
process.on('SIGTERM', () => {
  client.close();
  process.exitCode = 0;
});
