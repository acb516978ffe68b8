import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Readable } from 'node:stream';
import { endpointOf, type Input, type Name, type Output } from '../../shared/contract';
import { PictureDecoder } from '../content/picture-decoder';
import { startPictureThread } from '../content/picture-processes';
import { openService, type Service, type Session } from '../service';
import type { Neighbour } from './people';

/** Somebody who has moved in and is signed in. */
export interface Resident {
  id: number;
  session: Session;
}

/** The operations that take bytes. */
type UploadName = Extract<Name, 'files.upload' | 'photos.upload' | 'music.upload' | 'videos.upload'>;

/** With which everybody of the practice community signs in. */
export const PASSWORD = 'lilac-by-the-gate';

/** The e-mail address of somebody of the practice community. */
export function emailOf(key: string): string {
  return `${key}@lypova.example`;
}

/**
 * A community under a clock of its own, lived in through the service's front door only: every call is somebody's, and
 * checked as any other.
 */
export class Town {
  readonly #data: string;
  readonly #residents = new Map<string, Resident>();
  #service: Service | undefined;
  #second: number;

  /** `data` is its folder, `second` when its life begins (Unix time). */
  constructor(data: string, second: number) {
    this.#data = data;
    this.#second = second;
  }

  /** Unix seconds; it goes on only when told to. */
  get second(): number {
    return this.#second;
  }

  set second(second: number) {
    this.#second = Math.floor(second);
  }

  async open(): Promise<void> {
    const now = () => this.#second * 1000;
    this.#service = await openService({ data: this.#data, settings: SETTINGS, now, pictureDecoder });
  }

  async close(): Promise<void> {
    const service = this.#service;
    this.#service = undefined;
    await service?.close();
  }

  /** Closes and opens it: who was here since the last time was last seen now. */
  async reopen(): Promise<void> {
    await this.close();
    await this.open();
  }

  /** Somebody comes by an invitation, or by the set-up code of a community that nobody owns yet. */
  async moveIn(person: Neighbour, invitation: string | null, client: string): Promise<Resident> {
    const { key, name, surname } = person;
    const email = emailOf(key);
    const invite = invitation ?? (await this.#open.setupCode()) ?? '';
    const nobody: Session = { token: null, address: '127.0.0.1', client };
    // More people than one address may register in an hour: they are made by the host itself.
    const host: Session = { ...nobody, address: '' };
    await this.#open.call(host, 'account.register', { name, surname, email, password: PASSWORD, invite });
    // Its output says less of it than the library that made it.
    const challenge = (await this.#open.call(host, 'account.captcha', {})) as unknown as Challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    await this.#open.call(host, 'account.confirm', { code: invite, captcha, email });
    const { token, ID: id } = await this.#open.call(nobody, 'account.login', { email, password: PASSWORD });
    const resident = { id, session: { ...nobody, token } };
    this.#residents.set(key, resident);
    return resident;
  }

  /** Who lives here under a key. Throws for whoever has not come. */
  resident(key: string): Resident {
    const resident = this.#residents.get(key);
    if (!resident) throw new Error(`${key} has not moved in`);
    return resident;
  }

  /** Calls as somebody. */
  call<N extends Name>(key: string, name: N, input: Input<N>): Promise<Output<N>> {
    return this.#open.call(this.resident(key).session, name, input);
  }

  /** Uploads as somebody. */
  async upload<N extends UploadName>(
    key: string,
    name: N,
    bytes: Buffer,
    input: Partial<Input<N>> = {},
  ): Promise<Output<N>> {
    const { session } = this.resident(key);
    const incoming = await this.#open.receive(session, name, bytes.length);
    try {
      const named = await incoming.take(Readable.from([bytes]));
      return await this.#open.call(session, name, { ...input, [endpointOf(name).upload?.part ?? '']: named });
    } finally {
      await incoming.end();
    }
  }

  get #open(): Service {
    if (!this.#service) throw new Error('the town is closed');
    return this.#service;
  }
}

/** The pictures are drawn by this program itself. */
const pictureDecoder = new PictureDecoder(startPictureThread);

/** Nobody waits for a captcha here, and no mail leaves the house. */
const SETTINGS = {
  captchaCost: 1,
  smtp: null,
  mailFrom: 'courtyard@localhost',
  registration: 'invite',
} as const;
