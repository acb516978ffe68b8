import type { Readable } from 'node:stream';
import { AppError, invalid } from '../../shared/errors';

/** Form fields by name; the file part is replaced by the ID of the received file. */
export type FormFields = Record<string, string>;

/**
 * Parses a multipart form as a stream. The bytes of the part `part` go to `receiveFile`, whose result replaces them;
 * `filename` is the client's file name unless a field sets it. Throws the error of `receiveFile`, or
 * `validation_error` for an invalid form; the source is not read further then.
 */
export async function readForm(
  source: Readable,
  type: string,
  part: string,
  receiveFile: (bytes: Readable) => Promise<string>,
): Promise<FormFields> {
  const busboy = await open(type, part);
  const fields = new Map<string, string>();
  let filename: string | undefined;
  let upload: { bytes: Readable; name: Promise<string> } | undefined;
  const reading = new Promise<void>((resolve, reject) => {
    busboy.on('finish', resolve);
    busboy.on('error', reject);
    source.on('error', reject);
    const ended = () => {
      if (!source.readableEnded) reject(new Error('the form is truncated'));
    };
    // If the client disconnected earlier, no further close event follows.
    if (source.closed) ended();
    source.on('close', ended);
  });

  busboy.on('file', (field: string, bytes: Readable, given: string | undefined) => {
    // Errors are reported by the form as a whole.
    bytes.on('error', () => undefined);
    if (field !== part || upload) {
      const why = upload ? 'is one file too many' : `is not a known field; send the file as ${part}`;
      busboy.destroy(invalid(field, why));
      return;
    }
    filename = given?.replace(/%(22|0D|0A)/g, unescaped);
    upload = { bytes, name: receiveFile(bytes) };
    upload.name.catch((error: Error) => busboy.destroy(error));
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
    upload?.bytes.destroy(cause as Error);
    await upload?.name.catch(() => undefined);
    if (cause instanceof AppError) throw cause;
    throw new AppError('validation_error', undefined, { fields: { body: 'is malformed' }, cause });
  }
  const name = await upload?.name;
  return {
    ...(filename !== undefined && { filename }),
    ...Object.fromEntries(fields),
    ...(name !== undefined && { [part]: name }),
  };
}

/** Whether a content type is a multipart form. */
export function isForm(type: string | undefined): type is string {
  return type !== undefined && /^multipart\/form-data\s*(;|$)/i.test(type);
}

/** Limits for the other parts of a form. */
const LIMITS = {
  fields: 30,
  files: 2,
  parts: 31,
  fieldSize: 64 * 1024,
  headerPairs: 20,
  headerSize: 16 * 1024,
};

/** Browsers escape these three characters in file names (WHATWG HTML, multipart form data). */
function unescaped(_escaped: string, code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

async function open(type: string, part: string) {
  const { Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { ...LIMITS },
      // The name is not used as a path and is stored unchanged.
      preservePath: true,
      isPartAFile: (field, content, filename) =>
        filename !== undefined || (field === part && content !== undefined && content !== 'text/plain'),
    });
  } catch (cause) {
    throw new AppError('validation_error', undefined, { fields: { body: 'is malformed' }, cause });
  }
}
