import type { ErrorBody } from '../../../shared/errors';
import type { UploadTask } from './task';

/** An upload as stored in IndexedDB, so that it resumes after a reload or a restart. */
export interface StoredUpload {
  id: string;
  /** The ID of the person it belongs to. */
  person: number;
  /** When it was added, in Unix milliseconds; also its position in the queue. */
  at: number;
  name: string;
  /** The media type reported by the browser. */
  type: string;
  size: number;
  /** When the file was last modified, in Unix milliseconds. */
  modified: number;
  task: UploadTask;
  /** The idempotency key of the final call, the same for all attempts. */
  key: string;
  /** Its path on the host; null until it was created there. */
  path: string | null;
  /** How many bytes the host had received when last known. */
  sent: number;
  isPaused: boolean;
  /** Why the host refused it. It is sent again only when the person retries. */
  refusal?: ErrorBody | undefined;
  /** For an attachment of a draft, which shows and resumes it instead of the list of uploads. */
  draft?: UploadDraft;
}

/** The draft to which an upload is attached. */
export interface UploadDraft {
  /** Identifies the draft among those of the person. */
  key: string;
  /** Whatever else the draft needs to show it again. Plain data. */
  details?: unknown;
}

/**
 * The limit for bytes stored on this device, for all uploads together. Beyond it, the person must choose the file again
 * after a reload.
 */
export const MAX_STORED_BYTES = 512 * 1024 * 1024;

/** Stores the current state of an upload. */
export function storeUpload(upload: StoredUpload): Promise<void> {
  const copy = { ...upload };
  return change(['uploads'], (storeOf) => void storeOf('uploads').put(copy));
}

/** Stores the bytes of an upload, if there is room and the upload is not finished. */
export function storeBytes(id: string, bytes: Blob): Promise<void> {
  return change(['uploads', 'bytes', 'sizes'], (storeOf) => {
    const existingKey = storeOf('uploads').getKey(id);
    const store = (before: number) => {
      total = before;
      if (existingKey.result === undefined || total + bytes.size > MAX_STORED_BYTES) return;
      storeOf('bytes').put(bytes, id);
      storeOf('sizes').put(bytes.size, id);
      total += bytes.size;
    };
    existingKey.onsuccess = () => {
      if (total !== undefined) return store(total);
      const sizes = storeOf('sizes').getAll();
      sizes.onsuccess = () => store((sizes.result as number[]).reduce((sum, size) => sum + size, 0));
    };
  });
}

/** Deletes an upload and its bytes. */
export function dropUpload(id: string): Promise<void> {
  return change(['uploads', 'bytes', 'sizes'], (storeOf) => {
    const size = storeOf('sizes').get(id);
    size.onsuccess = () => {
      if (total !== undefined) total -= (size.result as number | undefined) ?? 0;
    };
    for (const store of ['uploads', 'bytes', 'sizes'] as const) storeOf(store).delete(id);
  });
}

/** Returns a person's unfinished uploads in queue order. */
export async function storedUploads(person: number): Promise<StoredUpload[]> {
  const all = (await read('uploads', (store) => store.getAll())) as StoredUpload[] | undefined;
  return (all ?? []).filter((one) => one.person === person).sort((one, other) => one.at - other.at);
}

/** Returns the bytes of an upload; undefined if they were not stored. */
export async function storedBytes(id: string): Promise<Blob | undefined> {
  return (await read('bytes', (store) => store.get(id))) as Blob | undefined;
}

/**
 * All bytes stored on this device, by this window and by others before it; undefined until counted. Cached,
 * because counting them for each of thousands of files would take long.
 */
let total: number | undefined;

type StoreName = 'uploads' | 'bytes' | 'sizes';

let opening: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('courtyard.uploads', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('uploads', { keyPath: 'id' });
      request.result.createObjectStore('bytes');
      request.result.createObjectStore('sizes');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser has no storage.'));
  });
  return opening;
}

/** Errors are ignored: without storage, or when it is full, uploads last until the browser is closed. */
async function change(
  stores: StoreName[],
  work: (storeOf: (name: StoreName) => IDBObjectStore) => void,
): Promise<void> {
  try {
    const transaction = (await database()).transaction(stores, 'readwrite');
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The upload was not stored.'));
    });
    work((name) => transaction.objectStore(name));
    await done;
  } catch {
    // The upload continues without storage. What was counted may not be stored.
    total = undefined;
  }
}

async function read(store: StoreName, query: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  try {
    const request = query((await database()).transaction(store).objectStore(store));
    return await new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('The upload was not read.'));
    });
  } catch {
    return undefined;
  }
}
