import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { answerJobs } from './answering';

/** A helper process that talks to an XMPP server as two people, and reports how much it does in a second. */

export interface XmppJob {
  port: number;
  people: readonly [from: string, to: string];
  password: string;
  /** What the message says. */
  text: string;
  /** How many messages, and how many requests for a page, are in flight at once. */
  sending: number;
  reading: number;
  seconds: number;
}

export interface XmppResult {
  /** Messages that the other person received in a second. */
  sentPerSecond: number;
  /** Pages of the newest fifty messages of the archive that were read in a second. */
  pagesPerSecond: number;
}

async function run({
  port,
  people,
  password,
  text,
  sending,
  reading,
  seconds,
}: XmppJob): Promise<XmppResult> {
  const [sender, receiver] = await Promise.all(people.map((name) => XmppClient.open(port, name, password)));
  if (!sender || !receiver) throw new Error('no connection');
  const message = `<message to='${people[1]}@localhost' type='chat'><body>${text}</body></message>`;
  const sentPerSecond = await paced(sending, seconds, {
    ask: () => sender.write(message),
    answers: receiver,
    end: '</message>',
  });
  const page =
    `<iq type='set' id='page'><query xmlns='urn:xmpp:mam:2'>` +
    `<set xmlns='http://jabber.org/protocol/rsm'><max>50</max><before/></set></query></iq>`;
  const pagesPerSecond = await paced(reading, seconds, {
    ask: () => sender.write(page),
    answers: sender,
    end: '</iq>',
  });
  sender.close();
  receiver.close();
  return { sentPerSecond, pagesPerSecond };
}

/** Asks so many times at once, once more for each answer, and returns the answers in a second. */
async function paced(
  inFlight: number,
  seconds: number,
  { ask, answers, end }: { ask: () => void; answers: XmppClient; end: string },
): Promise<number> {
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const done = Promise.withResolvers<void>();
  let [count, open] = [0, inFlight];
  answers.onEach(end, () => {
    count++;
    if (performance.now() < until) ask();
    else if (--open === 0) done.resolve();
  });
  for (let index = 0; index < inFlight; index++) ask();
  await done.promise;
  return count / ((performance.now() - begun) / 1000);
}

/** One person's connection. */
class XmppClient {
  readonly #socket: Socket;
  #heard = '';
  #onData: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      this.#heard += text;
      this.#onData();
    });
  }

  /** Signs in, and tells that the person is there. */
  static async open(port: number, name: string, password: string): Promise<XmppClient> {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    await once(socket, 'connect');
    const client = new XmppClient(socket);
    client.write(STREAM);
    await client.#until('</stream:features>');
    const plain = Buffer.from(`\0${name}\0${password}`).toString('base64');
    client.write(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${plain}</auth>`);
    await client.#until('<success');
    client.write(STREAM);
    await client.#until('</stream:features>');
    client.write(`<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>`);
    await client.#until('</iq>');
    client.write('<presence/>');
    await client.#until('<presence');
    return client;
  }

  write(xml: string): void {
    this.#socket.write(xml);
  }

  /** Calls back for each element that arrives from now on, known by its end. */
  onEach(end: string, heard: () => void): void {
    this.#heard = '';
    this.#onData = () => {
      for (let at = this.#heard.indexOf(end); at !== -1; at = this.#heard.indexOf(end)) {
        this.#heard = this.#heard.slice(at + end.length);
        heard();
      }
    };
  }

  close(): void {
    this.#socket.end('</stream:stream>');
  }

  #until(part: string): Promise<void> {
    return new Promise((resolve) => {
      this.#onData = () => {
        const at = this.#heard.indexOf(part);
        if (at === -1) return;
        this.#heard = this.#heard.slice(at + part.length);
        this.#onData = () => undefined;
        resolve();
      };
      this.#onData();
    });
  }
}

const STREAM =
  `<?xml version='1.0'?><stream:stream to='localhost' version='1.0' xmlns='jabber:client' ` +
  `xmlns:stream='http://etherx.jabber.org/streams'>`;

answerJobs(run);
