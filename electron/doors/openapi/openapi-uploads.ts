import { ERROR_STATUS, type ErrorCode } from '../../../shared/errors';
import { json, SCHEMAS, type Json } from './openapi-schemas';

/** Error responses of every request, and of those that send bytes. */
const ALWAYS: Record<string, Json> = {
  ...refused('auth_failed', 'access_denied', 'rate_limit_exceeded', 'unavailable'),
  '412': error('Tus-Resumable is missing, or names another version.'),
};
const STORING: Record<string, Json> = {
  ...refused('invalid_type', 'validation_error', 'upload_error', 'conflict', 'too_large'),
  '400': error('The algorithm of the checksum is unknown.'),
  '460': error('The bytes don’t match the checksum; none are stored.'),
};

/** Paths of resumable uploads (https://tus.io/protocols/resumable-upload). */
export const UPLOAD_PATHS: Record<string, Json> = {
  '/uploads': {
    post: {
      operationId: 'uploads.create',
      summary:
        'Begins a resumable upload (tus 1.0). A finished one is named in place of the part of a form: once, by its own ' +
        'person, within 24 hours.',
      tags: ['files'],
      parameters: [
        version(),
        header('Upload-Length', 'Total bytes of the upload.', true),
        header('Upload-Metadata', 'Pairs of key and base64 value: filename, and kind (default: file).'),
        header('Upload-Checksum', checksum()),
      ],
      requestBody: bytes(false),
      responses: {
        '201': answered('The upload was created.', ['Location', 'Upload-Offset', 'Upload-Expires']),
        ...ALWAYS,
        ...STORING,
      },
    },
    options: options('uploads.options'),
  },
  '/uploads/{upload_id}': {
    parameters: [{ name: 'upload_id', in: 'path', required: true, schema: { type: 'string' } }],
    head: {
      operationId: 'uploads.get',
      summary: 'Progress of one of your uploads.',
      tags: ['files'],
      parameters: [version()],
      responses: {
        '200': answered('The current state.', [
          'Upload-Offset',
          'Upload-Length',
          'Upload-Metadata',
          'Upload-Expires',
        ]),
        ...ALWAYS,
        ...refused('not_found', 'gone'),
      },
    },
    patch: {
      operationId: 'uploads.append',
      summary: 'Appends bytes to one of your uploads.',
      tags: ['files'],
      parameters: [
        version(),
        header('Upload-Offset', 'Current size of the upload.', true),
        header('Upload-Checksum', checksum()),
      ],
      requestBody: bytes(true),
      responses: {
        '204': answered('The bytes are stored.', ['Upload-Offset', 'Upload-Expires']),
        ...ALWAYS,
        ...STORING,
        ...refused('not_found', 'gone'),
      },
    },
    delete: {
      operationId: 'uploads.remove',
      summary: 'Deletes one of your uploads.',
      tags: ['files'],
      parameters: [version()],
      responses: { '204': { description: 'Deleted.' }, ...ALWAYS, ...refused('not_found', 'gone') },
    },
    options: options('uploads.optionsOfOne'),
  },
};

function version(): Json {
  return {
    name: 'Tus-Resumable',
    in: 'header',
    required: true,
    description: 'The version of the protocol.',
    schema: { const: '1.0.0' },
  };
}

function checksum(): string {
  return 'sha1 or sha256, a space, and the digest of these bytes in base64.';
}

function header(name: string, description: string, required = false): Json {
  return { name, in: 'header', required, description, schema: { type: 'string' } };
}

function bytes(required: boolean): Json {
  return { required, content: { 'application/offset+octet-stream': {} } };
}

function answered(description: string, headers: readonly string[]): Json {
  return {
    description,
    headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: 'string' } }])),
  };
}

function error(description: string): Json {
  return { description, content: json({ $ref: `${SCHEMAS}Error` }) };
}

function refused(...codes: ErrorCode[]): Record<string, Json> {
  return Object.fromEntries(
    codes.map((code) => [ERROR_STATUS[code], { $ref: `#/components/responses/${code}` }]),
  );
}

function options(operationId: string): Json {
  const headers = ['Tus-Version', 'Tus-Extension', 'Tus-Max-Size', 'Tus-Checksum-Algorithm'];
  return {
    operationId,
    summary: 'Supported versions and extensions of the protocol.',
    tags: ['files'],
    security: [],
    responses: { '204': answered('In the headers.', headers) },
  };
}
