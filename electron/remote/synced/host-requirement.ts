import { AppError } from '../../../shared/errors';

/**
 * Tells whether this program is new enough to write to its host. The host names the oldest version that may, which is
 * read once for each connection.
 */
export class HostRequirement {
  readonly #version: string;
  readonly #read: () => Promise<Requirement>;
  #requirement: Promise<Requirement> | null = null;

  /** `version` is this program's; `read` asks the host. */
  constructor(version: string, read: () => Promise<Requirement>) {
    this.#version = version;
    this.#read = read;
  }

  /** The host may be another program from now on. */
  forget(): void {
    this.#requirement = null;
  }

  /** Throws `upgrade_required` if the program is too old to write, and what asking the host throws. */
  async requireNewEnough(): Promise<void> {
    this.#requirement ??= this.#read();
    try {
      if (isOlder(this.#version, (await this.#requirement).MinApp)) throw new AppError('upgrade_required');
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'upgrade_required')) this.forget();
      throw error;
    }
  }
}

interface Requirement {
  MinApp: string;
}

/** Whether a version of up to three numbers comes before another. */
function isOlder(version: string, other: string): boolean {
  const [own, required] = [version, other].map((one) =>
    one.split('.').map((part) => Number.parseInt(part, 10) || 0),
  );
  for (let place = 0; place < 3; place++) {
    const difference = (own?.[place] ?? 0) - (required?.[place] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
