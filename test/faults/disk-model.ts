import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Random } from '../../electron/demo/script/random';
import type { TraceRecord } from './interposer';

/** The part of the unsynced changes that survives a power loss: file contents, and names in folders. */
export interface PowerLoss {
  /** Nothing, everything, everything up to a moment, or random sectors of random writes. */
  data: 'none' | 'all' | 'prefix' | 'subset';
  /**
   * Nothing, everything, everything up to a moment (as with a journal), or up to a different moment for each folder.
   */
  names: 'none' | 'all' | 'journal' | 'folders';
  /** Bytes that a disk writes atomically. */
  sector: 512 | 4096;
}

/**
 * Models what a disk is certain to hold and what it may hold, by applying the records of a trace. Data is certain once
 * its file was synced, names once their folder was synced; any part of the rest may survive a power loss.
 */
export class DiskModel {
  readonly #folder: string;
  readonly #root = new ModelFolder();
  readonly #nodes = new Map<bigint, ModelNode>();
  readonly #syncs = new Map<number, number>();
  #names: NameChange[] = [];
  #index = 0;

  /** Assumes that the current content of a folder is on the disk. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#load(folder, this.#root);
  }

  /** Applies one record of the trace. */
  apply(record: TraceRecord): void {
    this.#index++;
    switch (record.kind) {
      case 'create':
      case 'mkdir': {
        const node = record.kind === 'mkdir' ? new ModelFolder() : new ModelFile();
        this.#nodes.set(record.file, node);
        return this.#rename([this.#bind(record.path, node)]);
      }
      case 'write':
        return void this.#file(record.file).pending.push({ index: this.#index, ...record });
      case 'truncate':
        return void this.#file(record.file).pending.push({ index: this.#index, ...record });
      case 'rename':
        return this.#rename([this.#bind(record.to, this.#at(record.from)), this.#bind(record.from, null)]);
      case 'link':
        return this.#rename([this.#bind(record.to, this.#at(record.from))]);
      case 'unlink':
        return this.#rename([this.#bind(record.path, null)]);
      case 'sync-begin':
        return void this.#syncs.set(record.number, this.#index);
      case 'sync-end':
        return this.#settle(this.#node(record.file), this.#syncs.get(record.number) ?? 0);
      case 'answer':
        return;
    }
  }

  /** Writes into a folder what the disk may hold after a power loss at this moment. */
  writeTo(folder: string, loss: PowerLoss, random: Random): void {
    const isStored = this.#drawNames(loss.names, random);
    const stored = this.#names.filter(isStored);
    const written = new Map<ModelFile, string>();
    const indexes = [...this.#nodes.values()].flatMap((node) =>
      node instanceof ModelFile ? node.pending.map((change) => change.index) : [],
    );
    const moment = indexes.toSorted((one, other) => one - other)[Math.floor(random() * indexes.length)] ?? 0;
    const draw = drawData(loss, moment, random);

    const write = (node: ModelFolder, path: string) => {
      mkdirSync(path, { recursive: true });
      const names = new Map(node.durable);
      for (const { changes } of stored) {
        for (const change of changes) if (change.folder === node) setName(names, change);
      }
      for (const [name, child] of names) {
        const place = join(path, name);
        if (child instanceof ModelFolder) write(child, place);
        else {
          const other = written.get(child);
          if (other === undefined) writeFileSync(place, contentOf(child, name, draw, random));
          else linkSync(other, place);
          written.set(child, place);
        }
      }
    };
    write(this.#root, folder);
  }

  #load(path: string, node: ModelFolder): void {
    this.#nodes.set(lstatSync(path, { bigint: true }).ino, node);
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const place = join(path, entry.name);
      const child = entry.isDirectory() ? new ModelFolder() : new ModelFile(readFileSync(place));
      node.durable.set(entry.name, child);
      node.current.set(entry.name, child);
      if (child instanceof ModelFolder) this.#load(place, child);
      else this.#nodes.set(lstatSync(place, { bigint: true }).ino, child);
    }
  }

  #rename(changes: NameChange['changes']): void {
    for (const change of changes) setName(change.folder.current, change);
    this.#names.push({ index: this.#index, changes });
  }

  #bind(path: string, node: ModelNode | null): NameChange['changes'][number] {
    const folder = this.#at(dirname(path));
    if (!(folder instanceof ModelFolder)) throw new Error(`${path} lies in no folder`);
    return { folder, name: basename(path), node };
  }

  #at(path: string): ModelNode {
    let node: ModelNode | undefined = this.#root;
    for (const name of relative(this.#folder, path).split(sep).filter(Boolean)) {
      node = node instanceof ModelFolder ? node.current.get(name) : undefined;
    }
    if (!node) throw new Error(`the trace names ${path} before it was made`);
    return node;
  }

  #node(inode: bigint): ModelNode {
    const node = this.#nodes.get(inode);
    if (!node) throw new Error(`the trace writes to the unknown file ${inode}`);
    return node;
  }

  #file(inode: bigint): ModelFile {
    const node = this.#node(inode);
    if (!(node instanceof ModelFile)) throw new Error(`the trace writes into a folder`);
    return node;
  }

  /** Marks everything done before the sync began as being on the disk. */
  #settle(node: ModelNode, begun: number): void {
    if (node instanceof ModelFile) {
      const done = node.pending.filter((change) => change.index < begun);
      node.durable = applyChanges(node.durable, done, () => [[0, Infinity]]);
      node.pending = node.pending.filter((change) => change.index >= begun);
      return;
    }
    // A rename between two folders is atomic, so earlier changes of the other folder are on the disk, too.
    const folders = new Set([node]);
    const done = new Set<NameChange>();
    for (const change of this.#names.filter(({ index }) => index < begun).toReversed()) {
      if (!change.changes.some(({ folder }) => folders.has(folder))) continue;
      for (const { folder } of change.changes) folders.add(folder);
      done.add(change);
    }
    for (const change of this.#names.filter((one) => done.has(one))) {
      for (const one of change.changes) setName(one.folder.durable, one);
    }
    this.#names = this.#names.filter((one) => !done.has(one));
  }

  #drawNames(names: PowerLoss['names'], random: Random): (change: NameChange) => boolean {
    const moment = () => {
      const first = this.#names[0]?.index ?? 0;
      return first + Math.floor(random() * (this.#index - first + 2));
    };
    if (names === 'none') return () => false;
    if (names === 'all') return () => true;
    const journal = moment();
    if (names === 'journal') return ({ index }) => index < journal;
    const moments = new Map<ModelFolder, number>();
    const momentOf = (folder: ModelFolder) => {
      const known = moments.get(folder) ?? moment();
      moments.set(folder, known);
      return known;
    };
    return ({ index, changes }) => changes.every(({ folder }) => index < momentOf(folder));
  }
}

class ModelFile {
  durable: Buffer;
  pending: DataChange[] = [];
  constructor(durable: Buffer = Buffer.alloc(0)) {
    this.durable = durable;
  }
}

class ModelFolder {
  readonly durable = new Map<string, ModelNode>();
  readonly current = new Map<string, ModelNode>();
}

type ModelNode = ModelFile | ModelFolder;
type DataChange = { index: number } & Extract<TraceRecord, { kind: 'write' | 'truncate' }>;

interface NameChange {
  index: number;
  changes: { folder: ModelFolder; name: string; node: ModelNode | null }[];
}

/** Returns the byte ranges of a change that reach the disk, relative to its first byte. */
type Draw = (change: DataChange) => [from: number, to: number][];

function drawData({ data, sector }: PowerLoss, moment: number, random: Random): Draw {
  const whole: [number, number][] = [[0, Infinity]];
  const sectorsOf = (change: DataChange, chance: number) =>
    change.kind === 'write' ? sectors(change, sector).filter(() => random() < chance) : [];
  const chance = random();
  switch (data) {
    case 'none':
      return () => [];
    case 'all':
      return () => whole;
    case 'prefix':
      return (change) =>
        change.index < moment ? whole : change.index === moment ? sectorsOf(change, 0.5) : [];
    case 'subset':
      return (change) => (random() > chance ? [] : random() < 0.5 ? whole : sectorsOf(change, 0.5));
  }
}

/** Returns the ranges of a write, split at sector boundaries. */
function sectors({ offset, data }: Extract<DataChange, { kind: 'write' }>, size: number): [number, number][] {
  const all: [number, number][] = [];
  for (let at = 0; at < data.length;) {
    const end = Math.min(data.length, at + size - ((offset + at) % size));
    all.push([at, end]);
    at = end;
  }
  return all;
}

function contentOf(file: ModelFile, name: string, draw: Draw, random: Random): Buffer {
  // Shared memory is written through a mapping and not traced, so its content may be anything.
  if (name.endsWith('-shm')) return Buffer.alloc(32 * 1024, Math.floor(random() * 256));
  return applyChanges(file.durable, file.pending, draw);
}

/** Applies the ranges of the changes that reach the disk to the bytes; gaps read as zeros. */
function applyChanges(bytes: Buffer, changes: readonly DataChange[], draw: Draw): Buffer {
  if (changes.length === 0) return bytes;
  let size = bytes.length;
  const steps = changes.map((change) => ({ change, ranges: draw(change) }));
  const room = Math.max(
    size,
    ...changes.map((change) => (change.kind === 'write' ? change.offset + change.data.length : change.size)),
  );
  const result = Buffer.alloc(room);
  bytes.copy(result);
  for (const { change, ranges } of steps) {
    for (const [from, to] of ranges) {
      if (change.kind === 'truncate') {
        if (change.size < size) result.fill(0, change.size, size);
        size = change.size;
      } else {
        const end = Math.min(to, change.data.length);
        change.data.copy(result, change.offset + from, from, end);
        size = Math.max(size, change.offset + end);
      }
    }
  }
  return result.subarray(0, size);
}

function setName(
  names: Map<string, ModelNode>,
  { name, node }: { name: string; node: ModelNode | null },
): void {
  if (node) names.set(name, node);
  else names.delete(name);
}
