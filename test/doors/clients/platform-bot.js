const { COURTYARD_URL: url, COURTYARD_TOKEN: token } = process.env;

class User {
  constructor({ ID, Name, Surname }) {
    this.id = ID;
    this.name = `${Name} ${Surname}`.trim();
  }
}

class Dialog {
  constructor({ ID, Name }) {
    this.id = ID;
    this.name = Name;
  }
}

/** Parses the message of an answer or of a frame: both carry objects. */
class Message {
  constructor({ ID, Type, Text, Author, Dialog: dialog }) {
    this.id = ID;
    this.type = Type;
    this.text = Text;
    this.author = new User(Author);
    this.dialog = new Dialog(dialog);
  }

  reply(text) {
    return call('POST', `/dialogs/${this.dialog.id}/messages`, { text, replyTo: this.id });
  }

  async delete() {
    const { text } = new Message(await call('PATCH', `/dialogs/messages/${this.id}`));
    await call('DELETE', `/dialogs/messages/${this.id}`);
    return text;
  }
}

async function call(method, path, body) {
  const headers = { token, ...(body && { 'content-type': 'application/json' }) };
  const answer = await fetch(new URL(path, url), {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const me = new User(await call('GET', '/get_me'));
const handlers = {
  // Joins and leaves are messages too, with a type of their own.
  message: async (message) => {
    if (message.type !== '' || message.author.id === me.id) return;
    if (message.text === '/ping') await message.reply('pong');
    if (message.text === '/forget') await new Message(await message.reply('Forgotten')).delete();
  },
  message_delete: (message) =>
    log(`A message of ${message.author.name} was deleted in ${message.dialog.name}`),
  typing: (message) => log(`${message.author.name} is typing in ${message.dialog.name}`),
};

const socket = new WebSocket(new URL(`/ws?token=${token}`, url.replace('http', 'ws')));
socket.onopen = () =>
  socket.send(JSON.stringify({ command: 'subscribe', category: 'dialog', thing_id: me.id }));
socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  if (frame.Type === 'subscribed') log(`${me.name} is listening`);
  Promise.resolve(frame.Message && handlers[frame.Type]?.(new Message(frame.Message))).catch((error) =>
    process.stderr.write(`${error.message}\n`),
  );
};
// 1001 if the host was stopped, 4401 if the token was revoked.
socket.onclose = ({ code, reason }) => {
  process.stderr.write(`Disconnected: ${code} ${reason}\n`);
  process.exit(1);
};
process.on('SIGTERM', () => process.exit(0));

function log(line) {
  process.stdout.write(`${line}\n`);
}
