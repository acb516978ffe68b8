import type { UploadTask } from './task';

/** What is kept of an upload, so that it goes on after a reload or a restart. */
export interface StoredUpload {
  id: string;
  /** Whose it is. */
  person: number;
  /** When it was added; Unix milliseconds, also its place in the queue. */
  at: number;
  name: string;
  /** What its sender's system says that it is. */
  type: string;
  size: number;
  /** When the file was changed last; Unix milliseconds. */
  modified: number;
  task: UploadTask;
  /** The name of the final call for the host, the same over all attempts. */
  key: string;
  /** Where it is on the host; null before it was begun there. */
  path: string | null;
  /** How much of it the host had when it was last heard. */
  sent: number;
  isPaused: boolean;
}

/** Bytes that are kept here beside what the host has, of all uploads together; beyond that the file is asked for again. */
export const BYTES_KEPT = 512 * 1024 * 1024;

/** Keeps an upload as it stands. */
export function keepUpload(upload: StoredUpload): Promise<void> {
  const copy = { ...upload };
  return change(['uploads'], (take) => void take('uploads').put(copy));
}

/** Keeps the bytes of an upload, where there is room for them and the upload is not over yet. */
export function keepBytes(id: string, bytes: Blob): Promise<void> {
  return change(['uploads', 'bytes', 'sizes'], (take) => {
    const known = take('uploads').getKey(id);
    const sizes = take('sizes').getAll();
    sizes.onsuccess = () => {
      const kept = (sizes.result as number[]).reduce((sum, size) => sum + size, 0);
      if (known.result === undefined || kept + bytes.size > BYTES_KEPT) return;
      take('bytes').put(bytes, id);
      take('sizes').put(bytes.size, id);
    };
  });
}

/** Forgets an upload and its bytes. */
export function dropUpload(id: string): Promise<void> {
  return change(['uploads', 'bytes', 'sizes'], (take) => {
    for (const store of ['uploads', 'bytes', 'sizes'] as const) take(store).delete(id);
  });
}

/** A person's uploads that were not finished, in their order. */
export async function keptUploads(person: number): Promise<StoredUpload[]> {
  const all = (await ask('uploads', (store) => store.getAll())) as StoredUpload[] | undefined;
  return (all ?? []).filter((one) => one.person === person).sort((one, other) => one.at - other.at);
}

/** The bytes of an upload; undefined where they were not kept. */
export async function keptBytes(id: string): Promise<Blob | undefined> {
  return (await ask('bytes', (store) => store.get(id))) as Blob | undefined;
}

type StoreName = 'uploads' | 'bytes' | 'sizes';

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open('courtyard.uploads', 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore('uploads', { keyPath: 'id' });
      asked.result.createObjectStore('bytes');
      asked.result.createObjectStore('sizes');
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('The browser keeps nothing.'));
  });
  return opening;
}

/** A browser that keeps nothing (or is full) uploads until it is closed. */
async function change(
  stores: StoreName[],
  work: (take: (name: StoreName) => IDBObjectStore) => void,
): Promise<void> {
  try {
    const transaction = (await database()).transaction(stores, 'readwrite');
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('It was not kept.'));
    });
    work((name) => transaction.objectStore(name));
    await done;
  } catch {
    // See above.
  }
}

async function ask(store: StoreName, question: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  try {
    const asked = question((await database()).transaction(store).objectStore(store));
    return await new Promise((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error ?? new Error('It was not read.'));
    });
  } catch {
    return undefined;
  }
}
