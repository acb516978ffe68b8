import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Service, Session } from '../../electron/service';
import type { ServedContent } from '../../electron/service/content/content';
import { endpointOf, type Input, type Name, type Output } from '../../shared/contract';

/** The operations that upload files. */
export type UploadName = Extract<Name, 'files.upload' | 'photos.upload' | 'music.upload' | 'videos.upload'>;

type AnyUpload = UploadName | 'stickers.upload' | 'account.import';

/** Calls an operation that uploads a file, as a door does. */
export async function upload<N extends AnyUpload>(
  service: Service,
  session: Session,
  name: N,
  bytes: Buffer,
  input: Partial<Input<N>> = {},
  key?: string,
): Promise<Output<N>> {
  const incoming = await service.receive(session, name, bytes.length);
  try {
    const part = endpointOf(name).upload?.part ?? '';
    const named = await incoming.receive(Readable.from([bytes]));
    return await service.call(session, name, { ...input, [part]: named }, key);
  } finally {
    await incoming.release();
  }
}

/** Passes bytes to the service and returns the input that refers to them, for calls that are repeated. */
export async function received(
  { service }: { service: Service },
  { session }: { session: Session },
  name: AnyUpload,
  bytes: Buffer = Buffer.from('hello'),
): Promise<Record<string, string>> {
  const incoming = await service.receive(session, name, bytes.length);
  return { [endpointOf(name).upload?.part ?? '']: await incoming.receive(Readable.from([bytes])) };
}

/** All bytes of served content. */
export async function bytesOf({ read, size }: Pick<ServedContent, 'read' | 'size'>): Promise<Buffer> {
  return buffer(await read(0, size - 1));
}

/** Returns every file of a community's content, by its path below the content folder. */
export function contentFiles(data: string): string[] {
  const root = join(data, 'content');
  if (!existsSync(root)) return [];
  const entries = readdirSync(root, { recursive: true, encoding: 'utf8' });
  // Skips files that are deleted while they are listed.
  return entries.filter((entry) => statSync(join(root, entry), { throwIfNoEntry: false })?.isFile());
}
