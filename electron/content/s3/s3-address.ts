/** A bucket of an S3-compatible object storage, and where in it the contents are. */
export interface S3Address {
  /** URL of the storage, without the bucket. */
  endpoint: string;
  region: string;
  bucket: string;
  /** What the names of all objects begin with: '' or a path that ends with a slash. */
  prefix: string;
}

/** A bucket and what it is opened with. */
export interface S3Options extends S3Address {
  accessKeyId: string;
  secretAccessKey: string;
  /** Bytes of a part of a large upload; at least 5 MB for most storages. */
  partSize?: number;
}

/**
 * Parses `s3://BUCKET?endpoint=URL&region=NAME&prefix=PATH`, in which all parameters are optional: without an endpoint
 * it is the one of Amazon for the region. Null if it isn't valid, such as with credentials.
 */
export function parseS3Address(text: string): S3Address | null {
  const [, bucket, query = ''] = ADDRESS.exec(text) ?? [];
  if (bucket === undefined) return null;
  const given = new URLSearchParams(query);
  const names = [...given.keys()];
  if (names.some((name) => !PARAMETERS.has(name)) || new Set(names).size < names.length) return null;
  const region = given.get('region') ?? 'us-east-1';
  const endpoint = endpointOf(given.get('endpoint') ?? `https://s3.${region}.amazonaws.com`);
  const prefix = (given.get('prefix') ?? '').replace(/^\/|\/$/g, '');
  if (endpoint === null || !REGION.test(region) || !PREFIX.test(prefix)) return null;
  return { endpoint, region, bucket, prefix: prefix && `${prefix}/` };
}

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?(?:\?(.*))?$/;
const PARAMETERS: ReadonlySet<string> = new Set(['endpoint', 'region', 'prefix']);
const REGION = /^[a-z0-9-]{1,50}$/;
const PREFIX = /^([A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*)?$/;

function endpointOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, pathname, username, password, search, hash } = new URL(text);
  const isPlain = username + password + search + hash === '';
  return isPlain && /^https?:$/.test(protocol) ? origin + pathname.replace(/\/$/, '') : null;
}
