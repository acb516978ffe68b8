import { Busboy } from '@fastify/busboy';
import type { Readable } from 'node:stream';
import { AppError, invalid } from '../../shared/errors';

/** What a form holds: its fields, with the name of the received bytes in place of the part that held them. */
export type Form = Record<string, string>;

/**
 * Reads a multipart form as it comes, holding no more than a few chunks of it. The bytes of the part `part` go to
 * `take`, whose answer stands for them; the name that its sender gave is `filename` unless a field says another.
 * Throws what `take` threw, or `validation_error` where the form is none; the source is then no longer read.
 */
export async function readForm(
  source: Readable,
  type: string,
  part: string,
  take: (bytes: Readable) => Promise<string>,
): Promise<Form> {
  const busboy = open(type, part);
  const fields = new Map<string, string>();
  let filename: string | undefined;
  let taking: { bytes: Readable; name: Promise<string> } | undefined;
  const reading = new Promise<void>((resolve, reject) => {
    busboy.on('finish', resolve);
    busboy.on('error', reject);
    source.on('error', reject);
    const ended = () => {
      if (!source.readableEnded) reject(new Error('the form broke off'));
    };
    // One whose sender has gone before it was let in closes no more.
    if (source.closed) ended();
    source.on('close', ended);
  });

  busboy.on('file', (field: string, bytes: Readable, given: string | undefined) => {
    // What breaks off is told by the form as a whole.
    bytes.on('error', () => undefined);
    if (field !== part || taking) {
      busboy.destroy(invalid(field, 'is not a known field'));
      return;
    }
    filename = given?.replace(/%(22|0D|0A)/g, unescaped);
    taking = { bytes, name: take(bytes) };
    taking.name.catch((error: Error) => busboy.destroy(error));
  });
  busboy.on('field', (field: string, value: string, _nameCut: boolean, isCut: boolean) => {
    if (isCut) busboy.destroy(invalid(field, 'is too long'));
    else fields.set(field, value);
  });
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
    busboy.on(limit, () => busboy.destroy(invalid('body', 'has too many parts')));
  }

  try {
    source.pipe(busboy);
    await reading;
  } catch (cause) {
    source.unpipe(busboy);
    taking?.bytes.destroy(cause as Error);
    await taking?.name.catch(() => undefined);
    if (cause instanceof AppError) throw cause;
    throw new AppError('validation_error', undefined, { fields: { body: 'is malformed' }, cause });
  }
  const name = await taking?.name;
  return {
    ...(filename !== undefined && { filename }),
    ...Object.fromEntries(fields),
    ...(name !== undefined && { [part]: name }),
  };
}

/** Whether a content type is that of a form with bytes in it. */
export function isForm(type: string | undefined): type is string {
  return type !== undefined && /^multipart\/form-data\s*(;|$)/i.test(type);
}

/** Parts of a form beside the bytes: how many, and how long each and its head may be. */
const LIMITS = {
  fields: 30,
  files: 2,
  parts: 31,
  fieldSize: 64 * 1024,
  headerPairs: 20,
  headerSize: 16 * 1024,
};

/** Browsers write these three so in a name, since they would end it (WHATWG HTML, multipart form data). */
function unescaped(_escaped: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

function open(type: string, part: string) {
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { ...LIMITS },
      // A name is not a path here, and is kept as it is.
      preservePath: true,
      isPartAFile: (field, content, filename) =>
        filename !== undefined || (field === part && content !== undefined && content !== 'text/plain'),
    });
  } catch (cause) {
    throw new AppError('validation_error', undefined, { fields: { body: 'is malformed' }, cause });
  }
}
