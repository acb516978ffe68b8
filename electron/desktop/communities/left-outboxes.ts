import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { OutboxItem } from '../../../shared/bridge';
import { Outbox } from '../../outbox/outbox';
import { removeOutbox } from '../../outbox/outbox-database';
import type { RemoteCommunityId } from '../../remote/addresses';
import { listItems } from '../../remote/synced/outbox-edits';

/**
 * The outboxes of communities that nobody is signed in to, because their hosts revoked the tokens: what they hold is
 * sent when the same person signs in again, or saved, or deleted.
 */
export class LeftOutboxes {
  readonly #folder: string;
  readonly #items = new Map<RemoteCommunityId, OutboxItem[]>();

  /** `folder` has a file for each community and person. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What was not sent to a community, oldest first. Call it only while nobody is signed in to it. */
  itemsOf(community: RemoteCommunityId): readonly OutboxItem[] {
    const known = this.#items.get(community);
    if (known) return known;
    const items = this.#filesOf(community).flatMap(itemsIn);
    this.#items.set(community, items);
    return items;
  }

  /** The names of the places where they were meant to go, by key. */
  placesOf(community: RemoteCommunityId): Places {
    return Object.assign({}, ...this.#filesOf(community).map(readPlaces)) as Places;
  }

  /** Stores those names beside an outbox, before the replica that knows them is deleted. */
  storePlaces(outbox: string, places: Places): void {
    if (Object.keys(places).length > 0)
      writeFileSync(placesFile(outbox), JSON.stringify(places), { mode: 0o600 });
  }

  /** Reads the files again when asked: someone signs in or out. */
  forget(community: RemoteCommunityId): void {
    this.#items.delete(community);
  }

  /** Deletes an outbox that its person gave up. */
  removeFile(outbox: string): void {
    removeOutbox(outbox);
    rmSync(placesFile(outbox), { force: true });
  }

  /** Deletes everything that was not sent to a community. */
  remove(community: RemoteCommunityId): void {
    for (const file of this.#filesOf(community)) this.removeFile(file);
    this.forget(community);
  }

  #filesOf(community: RemoteCommunityId): string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder)
      .filter((name) => name.startsWith(`${community}-`) && name.endsWith('.db'))
      .map((name) => join(this.#folder, name));
  }
}

/** Names of places by the keys of what was meant to go there. */
export type Places = Record<string, string>;

function itemsIn(file: string): OutboxItem[] {
  try {
    const outbox = new Outbox(file);
    try {
      return listItems(outbox);
    } finally {
      outbox.close();
    }
  } catch {
    // The person who signs in again sees that it can't be opened.
    return [];
  }
}

function placesFile(outbox: string): string {
  return outbox.replace(/\.db$/, '.places.json');
}

function readPlaces(outbox: string): Places {
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(placesFile(outbox), 'utf8')));
  } catch {
    return {};
  }
}
