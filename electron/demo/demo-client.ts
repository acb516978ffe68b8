import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Readable } from 'node:stream';
import { endpointOf, type Input, type Name, type Output } from '../../shared/contract';
import { PictureDecoder } from '../content/pictures/picture-decoder';
import { startPictureThread } from '../content/pictures/picture-processes';
import { openService, type Service, type Session } from '../service';
import { demoCommunity } from './community-data';
import type { DemoPerson } from './people-data';

/** A registered person with their session. */
export interface SignedInPerson {
  id: number;
  session: Session;
}

/** The operations that upload files. */
type UploadName = Extract<Name, 'files.upload' | 'photos.upload' | 'music.upload' | 'videos.upload'>;

/** Returns the e-mail address of a person of the demo community. */
export function emailOf(key: string): string {
  return `${key}@${demoCommunity.emailDomain}`;
}

/**
 * Calls the service of the demo community as its people, under a clock of its own. Every call passes the same checks as
 * in an ordinary community.
 */
export class DemoClient {
  readonly #data: string;
  readonly #signedIn = new Map<string, SignedInPerson>();
  #service: Service | undefined;
  #second: number;

  /** `data` is its folder, `second` the time on its clock at the start (Unix time). */
  constructor(data: string, second: number) {
    this.#data = data;
    this.#second = second;
  }

  /** Unix seconds; the clock moves only when set. */
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

  /** Reopens the service, which stores everyone's last-seen time. */
  async reopen(): Promise<void> {
    await this.close();
    await this.open();
  }

  /** Registers a person with an invitation, or with the set-up code while the community has no owner. */
  async register(person: DemoPerson, invitation: string | null, client: string): Promise<SignedInPerson> {
    const { key, name, surname } = person;
    const email = emailOf(key);
    const invite = invitation ?? (await this.#open.setupCode()) ?? '';
    const nobody: Session = { token: null, address: '127.0.0.1', userAgent: client };
    // More people register than the hourly limit of one address allows, so the host itself registers them.
    const host: Session = { ...nobody, address: '' };
    await this.#open.call(host, 'account.register', {
      name,
      surname,
      email,
      password: demoCommunity.password,
      invite,
    });
    // The contract types the output more loosely than the captcha library.
    const challenge = (await this.#open.call(host, 'account.captcha', {})) as unknown as Challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    await this.#open.call(host, 'account.confirm', { code: invite, captcha, email });
    const { token, ID: id } = await this.#open.call(nobody, 'account.login', {
      email,
      password: demoCommunity.password,
    });
    const signedIn = { id, session: { ...nobody, token } };
    this.#signedIn.set(key, signedIn);
    return signedIn;
  }

  /** Returns a registered person by key. Throws if they have not registered. */
  signedInPerson(key: string): SignedInPerson {
    const person = this.#signedIn.get(key);
    if (!person) throw new Error(`${key} has not registered`);
    return person;
  }

  /** Calls an operation as a person, by key. */
  call<N extends Name>(key: string, name: N, input: Input<N>): Promise<Output<N>> {
    return this.#open.call(this.signedInPerson(key).session, name, input);
  }

  /** Uploads a file as a person, by key. */
  async upload<N extends UploadName>(
    key: string,
    name: N,
    bytes: Buffer,
    input: Partial<Input<N>> = {},
  ): Promise<Output<N>> {
    const { session } = this.signedInPerson(key);
    const incoming = await this.#open.receive(session, name, bytes.length);
    try {
      const named = await incoming.receive(Readable.from([bytes]));
      return await this.#open.call(session, name, { ...input, [endpointOf(name).upload?.part ?? '']: named });
    } finally {
      await incoming.release();
    }
  }

  get #open(): Service {
    if (!this.#service) throw new Error('the demo client is closed');
    return this.#service;
  }
}

/** A thread instead of a sandboxed process is safe here: this program drew the pictures itself. */
const pictureDecoder = new PictureDecoder(startPictureThread);

/** Captchas are disabled and no mail is sent. */
const SETTINGS = {
  captchaCost: 1,
  smtp: null,
  mailFrom: 'courtyard@localhost',
  registration: 'invite',
} as const;
