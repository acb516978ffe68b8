import { between, type Random } from '../../electron/demo/script/random';
import type { Community } from './community';

/** An answer of the host: its HTTP status, 0 if the connection broke, and its body as JSON. */
export interface Answer {
  status: number;
  body: { ID?: number; Name?: string; Text?: string; detail?: string };
}

/** Sends writes to a host over HTTP. Each write has a key, so that it can be repeated. */
export class Load {
  /** The keys of all messages that were sent. */
  readonly sent = new Set<string>();
  readonly #community: Community;
  readonly #random: Random;
  #requests = 0;

  constructor(community: Community, random: Random) {
    this.#community = community;
    this.#random = random;
  }

  /** Sends a message that begins with its idempotency key. */
  message(url: string, key: string): Promise<Answer> {
    this.sent.add(key);
    const number = Number(key.replace(/\D/g, ''));
    const text = `${key} ${'word '.repeat((number * 37) % 400)}`.trim();
    const headers = { 'content-type': 'application/json' };
    return this.#post(
      `${url}/dialogs/${this.#community.dialog}/messages`,
      key,
      JSON.stringify({ text }),
      headers,
    );
  }

  /** Uploads a file named by its idempotency key. */
  file(url: string, key: string): Promise<Answer> {
    const number = Number(key.replace(/\D/g, ''));
    const form = new FormData();
    form.set('file', new Blob([Buffer.alloc(1 + ((number * 7919) % 300_000), key)]), key);
    return this.#post(`${url}/files`, key, form);
  }

  /** Creates a backup. */
  backup(url: string, key: string): Promise<Answer> {
    return this.#post(`${url}/admin/backup`, key, '{}', { 'content-type': 'application/json' });
  }

  /** Reads the latest messages in a few ways. */
  reads(url: string): Promise<Answer>[] {
    const { dialog } = this.#community;
    return [`/dialogs/${dialog}/messages?limit=100`, '/files', `/dialogs/${dialog}`].map((path) =>
      this.#answer(url + path, {}),
    );
  }

  /** Sends messages concurrently, with files and backups in between, until all were answered. */
  async run(url: string, { messages, files, backups }: { messages: number; files: number; backups: number }) {
    const answers: Answer[] = [];
    const each = async (count: number, send: (index: number) => Promise<Answer>) => {
      for (let index = 0; index < count; index++) answers.push(await send(index));
    };
    const senders = Array.from({ length: IN_FLIGHT }, (_, sender) =>
      each(messages / IN_FLIGHT, (index) => this.message(url, `message-${index * IN_FLIGHT + sender}`)),
    );
    const name = (kind: string, index: number) => `${kind}-${index}-${between(0, 1e6, this.#random)}`;
    const uploads = each(files, (index) => this.file(url, name('file', index)));
    const copies = each(backups, (index) => this.backup(url, name('backup', index)));
    await Promise.all([...senders, uploads, copies]);
    return answers;
  }

  #post(
    url: string,
    key: string,
    body: string | FormData,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return this.#answer(url, { method: 'POST', body, headers: { 'idempotency-key': key, ...headers } });
  }

  async #answer(url: string, request: RequestInit & { headers?: Record<string, string> }): Promise<Answer> {
    const { tokens } = this.#community;
    const token = tokens[this.#requests++ % tokens.length] ?? '';
    const answer = await fetch(url, { ...request, headers: { ...request.headers, token } }).catch(() => null);
    if (answer === null) return { status: 0, body: {} };
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  }
}

const IN_FLIGHT = 8;
