import type { HostUploads } from '../../../electron/outbox/upload-sender';
import { Unreachable } from '../../../shared/client/transport';
import type { Name, Output } from '../../../shared/contract';
import type {
  Answer,
  ConnectionHandle,
  ConnectionOptions,
  Service,
  Session,
} from '../../../electron/service';
import { uploadsTo, type UploadNetwork } from './service-uploads';

type FlakyService = Pick<Service, 'answer' | 'connect' | 'resumable'>;

/** A service behind a network that can be cut, and that may lose requests and answers. */
export class FlakyHost {
  /** Decides for each answer whether it gets lost. */
  isLost: () => boolean;
  service: FlakyService;
  /** How many of the next bytes of an upload arrive before the connection breaks. */
  arriving: () => number = () => Infinity;
  /** How many things a page of a replica has at most; as many as the host allows if it isn't set. */
  pageLimit: number | undefined;
  /** Called before each call. */
  onCall: () => void = () => undefined;
  /** Called with each answer that arrives. */
  onAnswer: (value: unknown) => void = () => undefined;
  /** Answers that were lost after the host had done what was asked. */
  lost = 0;
  /** The calls that reached the host. */
  readonly calls: Name[] = [];
  readonly #open = new Set<{ handle: ConnectionHandle; close: ConnectionOptions['close'] }>();
  #isUp = true;
  /** Requests wait for this: the host takes them, and does not answer. */
  #hanging: Promise<void> = Promise.resolve();
  #stopHanging: () => void = () => undefined;
  /** Rejects when whoever asked gives up the requests that hang. */
  #givenUp = new Promise<never>(() => undefined);
  #giveUp: (error: Unreachable) => void = () => undefined;

  constructor(service: FlakyService, isLost: () => boolean = () => false) {
    this.service = service;
    this.isLost = isLost;
  }

  cut(): void {
    this.#isUp = false;
    for (const { handle, close } of this.#open) {
      handle.close();
      close(1006, '');
    }
    this.#open.clear();
  }

  /** From now on requests are neither answered nor refused. */
  hang(): void {
    this.#hanging = new Promise((resolve) => (this.#stopHanging = resolve));
    this.#givenUp = new Promise((_resolve, reject) => (this.#giveUp = reject));
  }

  stopHanging(): void {
    this.#stopHanging();
  }

  /** Requests that hang fail, although the host has them. Later ones use other connections, which don't hang. */
  endSilentConnections(): void {
    this.#giveUp(new Unreachable());
    this.#hanging = Promise.resolve();
    this.#givenUp = new Promise(() => undefined);
  }

  join(): void {
    this.#isUp = true;
  }

  async call<N extends Name>(session: Session, name: N, input: unknown, key?: string): Promise<Output<N>> {
    return (await this.answer(session, name, input, key)).value;
  }

  async answer<N extends Name>(
    session: Session,
    name: N,
    input: unknown,
    key?: string,
  ): Promise<Answer<Output<N>>> {
    this.#requireUp();
    this.calls.push(name);
    this.onCall();
    return Promise.race([this.#perform(session, name, input, key), this.#givenUp]);
  }

  async #perform<N extends Name>(
    session: Session,
    name: N,
    input: unknown,
    key?: string,
  ): Promise<Answer<Output<N>>> {
    await this.#hanging;
    const asked = this.pageLimit && PAGED.has(name) ? { ...(input as object), limit: this.pageLimit } : input;
    const answer = await this.service.answer(session, name, asked, key);
    this.#requireUp();
    if (this.isLost()) {
      this.lost++;
      throw new Unreachable();
    }
    const value = JSON.parse(JSON.stringify(answer.value)) as Output<N>;
    this.onAnswer(value);
    return { ...answer, value };
  }

  /** The network, for bytes. */
  readonly network: UploadNetwork = { requireUp: () => this.#requireUp(), arriving: () => this.arriving() };

  uploads(session: Session): HostUploads {
    const current = () => uploadsTo(this.service, session, this.network);
    return {
      create: (upload) => current().create(upload),
      offset: (id) => current().offset(id),
      append: (id, chunk) => current().append(id, chunk),
      remove: (id) => current().remove(id),
    };
  }

  async connect(session: Session, options: ConnectionOptions): Promise<ConnectionHandle> {
    this.#requireUp();
    const connection = { handle: NO_CONNECTION, close: options.close };
    this.#open.add(connection);
    connection.handle = await this.service.connect(session, {
      ...options,
      close: (code, reason) => {
        this.#open.delete(connection);
        options.close(code, reason);
      },
    });
    return connection.handle;
  }

  #requireUp(): void {
    if (!this.#isUp) throw new Unreachable();
  }
}

const PAGED: ReadonlySet<Name> = new Set<Name>(['sync.page', 'sync.changes']);

const NO_CONNECTION: ConnectionHandle = {
  command: () => undefined,
  close: () => undefined,
  touch: () => undefined,
};
