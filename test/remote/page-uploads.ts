import { Readable } from 'node:stream';
import type { UploadName } from '../../shared/client/given';
import { endpointOf, type Output } from '../../shared/contract';
import { uploadsTo } from '../support/hosts/service-uploads';
import type { TestPerson, TestService } from '../support/service';
import type { Program } from './program';

export interface PageFile {
  bytes: Buffer;
  input?: object;
  key?: string;
  filename?: string;
}

/** Uploads a file as a page does: through the program, to the host or into the outbox, and then the call. */
export async function uploadFrom<N extends UploadName>(
  program: Program,
  t: TestService,
  person: TestPerson,
  name: N,
  { bytes, input = {}, key, filename = 'a.bin' }: PageFile,
): Promise<Output<N>> {
  const { part } = endpointOf(name).upload!;
  const id = await createFrom(program, t, person, name, { bytes, filename });
  await sendRest(program, t, person, id, bytes);
  return (await program.call(name, { ...input, [part]: id } as never, key)) as Output<N>;
}

/** Creates an upload as a page does; returns its ID. */
export async function createFrom(
  { synced, host }: Program,
  t: TestService,
  person: TestPerson,
  name: UploadName,
  { bytes, filename = 'a.bin' }: PageFile,
): Promise<string> {
  const { kind } = endpointOf(name).upload!;
  const upload = { kind, name: filename, length: bytes.length, metadata: '' };
  if (await synced.uploads.isHere(''))
    return (await synced.uploads.resumable.create(person.session, upload)).id;
  const id = await uploadsTo(t.service, person.session, host.network).create(upload);
  await synced.uploads.recordCreated(id, upload);
  return id;
}

/** Sends what is missing of an upload, as a page does after an interruption. */
export async function sendRest(
  { synced, host }: Program,
  t: TestService,
  person: TestPerson,
  id: string,
  bytes: Buffer,
): Promise<void> {
  const isHere = await synced.uploads.isHere(id);
  const there = uploadsTo(t.service, person.session, host.network);
  const { resumable } = synced.uploads;
  const offset = isHere ? (await resumable.find(person.session, id)).offset : await there.offset(id);
  const rest = Readable.from(slicesOf(bytes.subarray(offset)));
  const length = bytes.length - offset;
  if (length === 0) return;
  if (!isHere) await there.append(id, { offset, length, bytes: rest });
  else await resumable.append(person.session, id, { bytes: rest, offset, declared: length, checksum: null });
}

/** Bytes as a network delivers them. */
function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024);
}
