import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Replica, type ContentListener, type ContextFactory } from './replica';

/**
 * The replica files of one person and community: `NAME.N.db`, of which a larger N is newer. While a new one is being
 * filled the one before it stays readable. A replica is a cache: a damaged file is deleted and made again.
 */
export class ReplicaFiles {
  readonly #folder: string;
  readonly #name: string;
  readonly #person: number;
  readonly #contextOf: ContextFactory;
  readonly #onContentLost: ContentListener;

  /** `name` is made of letters, digits and hyphens. */
  constructor(
    { folder, name }: { folder: string; name: string },
    person: number,
    contextOf: ContextFactory,
    onContentLost: ContentListener,
  ) {
    this.#folder = folder;
    this.#name = name;
    this.#person = person;
    this.#contextOf = contextOf;
    this.#onContentLost = onContentLost;
  }

  /** Opens what there is: the replica to read, and a newer one that is still being filled, if any. */
  open(): { readable: Replica; next: Replica | null } {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const [newest, ...older] = this.#numbers()
      .map((number) => this.#tryOpen(number))
      .filter((replica) => replica !== null);
    if (!newest) return { readable: this.create(), next: null };
    const [before, ...others] = older;
    for (const replica of others) this.#discard(replica);
    if (!before) return { readable: newest, next: null };
    if (!newest.isFilled) return { readable: before, next: newest };
    this.#discard(before);
    return { readable: newest, next: null };
  }

  /** Opens a new, empty replica. */
  create(): Replica {
    const number = (this.#numbers()[0] ?? 0) + 1;
    return new Replica(this.#pathOf(number), this.#person, this.#contextOf, this.#onContentLost);
  }

  /** Closes a replica and deletes its file. */
  async remove(replica: Replica): Promise<void> {
    await replica.close();
    this.#delete(replica.path);
  }

  /** The numbers of the files, the newest first. */
  #numbers(): number[] {
    const pattern = new RegExp(`^${this.#name}\\.(\\d{1,9})\\.db$`);
    return listFolder(this.#folder)
      .flatMap((file) => pattern.exec(file)?.[1] ?? [])
      .map(Number)
      .sort((one, other) => other - one);
  }

  #tryOpen(number: number): Replica | null {
    const path = this.#pathOf(number);
    try {
      return new Replica(path, this.#person, this.#contextOf, this.#onContentLost);
    } catch {
      this.#delete(path);
      return null;
    }
  }

  #discard(replica: Replica): void {
    void this.remove(replica);
  }

  #pathOf(number: number): string {
    return join(this.#folder, `${this.#name}.${number}.db`);
  }

  #delete(path: string): void {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
