import type { SentOutcome } from '../../outbox/outbox-sender';

/** A command on its way. */
export interface FollowedCommand {
  /** What came of it; absent until then. */
  outcome?: SentOutcome;
  /** Resolves with the outcome. */
  settled: Promise<void>;
  /** Follows it no longer. */
  end: () => void;
}

/** The commands whose outcome someone waits for, by key. */
export class FollowedCommands {
  readonly #followers = new Map<string, Set<(outcome: SentOutcome) => void>>();

  has(key: string): boolean {
    return this.#followers.has(key);
  }

  /** Follows what comes of a command, until `end`. */
  follow(key: string): FollowedCommand {
    const followers = this.#followers.get(key) ?? new Set();
    this.#followers.set(key, followers);
    const { promise: settled, resolve } = Promise.withResolvers<void>();
    const command: FollowedCommand = {
      settled,
      end: () => {
        followers.delete(follower);
        if (followers.size === 0) this.#followers.delete(key);
      },
    };
    const follower = (outcome: SentOutcome) => {
      command.outcome = outcome;
      resolve();
    };
    followers.add(follower);
    return command;
  }

  /** Reports what came of a command. */
  settle(key: string, outcome: SentOutcome): void {
    for (const follower of this.#followers.get(key) ?? []) follower(outcome);
  }
}
