import type { Json } from './openapi-schemas';

/** The resumable uploads, which are a protocol of their own: https://tus.io/protocols/resumable-upload. */
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
        header('Upload-Length', 'How many bytes are to come.', true),
        header('Upload-Metadata', 'Of these, in base64: filename, and kind (file where it is absent).'),
        header('Upload-Checksum', checksum()),
      ],
      requestBody: bytes(false),
      responses: {
        '201': answered('It was begun.', ['Location', 'Upload-Offset', 'Upload-Expires']),
        ...refused({ '413': 'too_large', '409': 'conflict', '422': 'validation_error' }),
      },
    },
    options: options('uploads.options'),
  },
  '/uploads/{upload_id}': {
    parameters: [{ name: 'upload_id', in: 'path', required: true, schema: { type: 'string' } }],
    head: {
      operationId: 'uploads.get',
      summary: 'How far an own upload has come.',
      tags: ['files'],
      parameters: [version()],
      responses: {
        '200': answered('So far.', ['Upload-Offset', 'Upload-Length', 'Upload-Metadata', 'Upload-Expires']),
        ...refused({ '404': 'not_found', '410': 'gone' }),
      },
    },
    patch: {
      operationId: 'uploads.append',
      summary: 'Goes on with an own upload where it ended.',
      tags: ['files'],
      parameters: [
        version(),
        header('Upload-Offset', 'How far it has come.', true),
        header('Upload-Checksum', checksum()),
      ],
      requestBody: bytes(true),
      responses: {
        '204': answered('The bytes are stored.', ['Upload-Offset', 'Upload-Expires']),
        '460': { description: 'The bytes are not those of the checksum: none of them is kept.' },
        ...refused({ '404': 'not_found', '409': 'conflict', '410': 'gone', '413': 'too_large' }),
      },
    },
    delete: {
      operationId: 'uploads.remove',
      summary: 'Ends an own upload.',
      tags: ['files'],
      parameters: [version()],
      responses: { '204': { description: 'It is gone.' }, ...refused({ '404': 'not_found', '410': 'gone' }) },
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

function refused(codes: Record<string, string>): Json {
  const all = { '401': 'auth_failed', '429': 'rate_limit_exceeded', ...codes };
  return Object.fromEntries(
    Object.entries(all).map(([status, code]) => [status, { $ref: `#/components/responses/${code}` }]),
  );
}

function options(operationId: string): Json {
  const headers = ['Tus-Version', 'Tus-Extension', 'Tus-Max-Size', 'Tus-Checksum-Algorithm'];
  return {
    operationId,
    summary: 'What of the protocol is spoken here.',
    tags: ['files'],
    security: [],
    responses: { '204': answered('In the headers.', headers) },
  };
}
