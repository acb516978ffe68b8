import { between, pick, type Random } from '../../../electron/demo/script/random';
import { endpointOf, type Name } from '../../../shared/contract';
import { splitRoute } from '../../../shared/contract/http-routes';

/** The bytes of one HTTP request, and the changes made to it. */
export interface FuzzedRequest {
  bytes: Buffer;
  /** The names of the changes, for failure messages. */
  changes: string[];
}

/**
 * Writes a call of the contract as an HTTP request and usually corrupts it in a few random ways: its path, query,
 * headers, body or framing. `input` is any generated value.
 */
export function fuzzRequest(
  name: Name,
  input: unknown,
  token: string | undefined,
  random: Random,
): FuzzedRequest {
  const { method, path } = splitRoute(endpointOf(name).http);
  const fields = typeof input === 'object' && input !== null ? { ...(input as Record<string, unknown>) } : {};
  const target = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = fields[key];
    delete fields[key];
    return encoded(value ?? 1);
  });
  const draft: Draft = {
    method,
    target: method === 'GET' ? withQuery(target, fields) : target,
    headers: [['host', '127.0.0.1'], ...(token === undefined ? [] : ([['token', token]] as Header[]))],
    body: Buffer.alloc(0),
  };
  if (method !== 'GET') setJson(draft, typeof input === 'object' ? fields : input);
  if (endpointOf(name).upload !== undefined && random() < 0.7) setForm(draft, name, random);
  const changes: string[] = [];
  for (let count = pick([0, 1, 1, 1, 2, 3], random); count > 0; count--) {
    const change = pick(CHANGES, random);
    change(draft, random);
    changes.push(change.name);
  }
  return { bytes: bytesOf(draft), changes };
}

type Header = [name: string, value: string];
type Change = (draft: Draft, random: Random) => void;

interface Draft {
  method: string;
  target: string;
  headers: Header[];
  body: Buffer;
  /** The announced length of the body, if it differs from the real length. */
  length?: string;
  chunked?: boolean;
}

const CHANGES: readonly Change[] = [
  function oddMethod(draft, random) {
    draft.method = pick(
      ['PROPFIND', 'TRACE', 'OPTIONS', 'HEAD', 'get', 'PUT', 'DELETE', 'QUERY', 'X Y', 'CONNECT'],
      random,
    );
  },
  function oddPath(draft, random) {
    const piece = pick(
      [
        '%FF',
        '%C0%80',
        '%',
        '%00',
        '//',
        '/../..',
        '%2e%2e%2f',
        '/a'.repeat(500),
        '%F0%9F%98%80',
        ';x=1',
        '#',
      ],
      random,
    );
    const at = between(0, draft.target.length, random);
    draft.target = `/${draft.target.slice(1, at)}${piece}${draft.target.slice(at)}`;
  },
  function otherPlace(draft, random) {
    draft.target = pick(
      [
        '/',
        '*',
        '/content/photo/1/x?exp=1e99&sig=%FF',
        '/uploads',
        '/uploads/..%2f..%2fcourtyard.db',
        '/health?a',
        '/docs/%2e%2e/x',
        '/openapi.json/x',
        '/ws?token[]=1',
      ],
      random,
    );
  },
  function duplicatedQuery(draft, random) {
    const key = pick(['limit', 'last_id', 'query', 'page', 'text', '__proto__'], random);
    const more = pick(
      [`${key}=1&${key}=2`, `${key}[]=1`, `${key}[a][b]=1`, `${key}`, `=&&=&${key}==`],
      random,
    );
    draft.target += (draft.target.includes('?') ? '&' : '?') + more;
  },
  function hugeQuery(draft, random) {
    draft.target += `?query=${'%25'.repeat(between(1, 3000, random))}`;
  },
  function hugeNumber(draft, random) {
    const huge = pick(['1e400', '-1e400', '9'.repeat(400), '0.1e-999', '-0', '1E9999999999'], random);
    draft.body = Buffer.from(draft.body.toString().replace(/:(-?\d+|"[^"]*")/, `:${huge}`));
  },
  function deepJson(draft, random) {
    const depth = between(10, 20_000, random);
    const [open, close] = pick(
      [
        ['[', ']'],
        ['{"a":', '}'],
      ] as const,
      random,
    );
    setText(draft, `{"text":${open.repeat(depth)}1${close.repeat(depth)}}`);
  },
  function prototypeKeys(draft, random) {
    const key = pick(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'], random);
    setText(
      draft,
      `{"${key}":{"prototype":{"role":"owner"},"isAdmin":true},${draft.body.toString().slice(1) || '"a":1}'}`,
    );
  },
  function swappedType(draft, random) {
    setText(
      draft,
      pick(
        ['[]', 'null', '1', '"text"', 'true', '{"a":1}{"b":2}', '', ' ', '\ufeff{}', "{'a':1}", '[[],{}]'],
        random,
      ),
    );
  },
  function brokenUtf8(draft, random) {
    const at = between(0, draft.body.length, random);
    const broken = Buffer.from(
      pick([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0]], random),
    );
    draft.body = Buffer.concat([draft.body.subarray(0, at), broken, draft.body.subarray(at)]);
  },
  function cutBody(draft, random) {
    draft.body = draft.body.subarray(0, between(0, draft.body.length, random));
  },
  function nestedValues(draft, random) {
    const value = pick(['{"$gt":""}', '[1,[2,[3]]]', '{"toString":1}', '[null]', '{"length":1e9}'], random);
    draft.body = Buffer.from(draft.body.toString().replace(/:("[^"]*"|-?\d+)/, `:${value}`));
  },
  function oddContentType(draft, random) {
    const type = pick(
      [
        'text/plain',
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'application/json; charset=utf-16',
        'application/offset+octet-stream',
        '\u00ff/x',
        'application/json;;;;',
        'application/x-www-form-urlencoded',
      ],
      random,
    );
    setHeader(draft, 'content-type', type);
  },
  function oddHeader(draft, random) {
    const [name, value] = pick(
      [
        ['idempotency-key', ''],
        ['idempotency-key', 'é'.repeat(20)],
        ['idempotency-key', 'k'.repeat(65)],
        ['range', 'bytes=-0,5-1,9999999999999999999-'],
        ['if-none-match', '"'.repeat(500)],
        ['expect', '100-continue'],
        ['expect', '200-ok'],
        ['origin', 'null'],
        ['origin', 'http://evil.example'],
        ['host', 'evil.example'],
        ['token', 'x'.repeat(9000)],
        ['authorization', 'Bearer '],
        ['authorization', `Bearer ${'\u00e9'.repeat(50)}`],
        ['x-forwarded-for', '::1, ::ffff:1.2.3.4, x'],
        ['upgrade', 'websocket'],
        ['connection', 'upgrade'],
        ['tus-resumable', '1.0.0'],
        ['upload-length', '-1'],
        ['upload-offset', '1e9'],
        ['upload-metadata', 'filename ////, , a b c'],
        ['content-encoding', 'gzip'],
        ['accept-encoding', 'x;q=a'],
      ] as Header[],
      random,
    );
    draft.headers.push([name, value]);
  },
  function longHeaders(draft, random) {
    const count = between(1, 300, random);
    for (let index = 0; index < count; index++)
      draft.headers.push([`x-${index}`, 'v'.repeat(between(0, 200, random))]);
  },
  function wrongLength(draft, random) {
    draft.length = pick(
      ['0', '1', '999999', '-1', '1e3', '0x10', '5, 5', '99999999999999999999', ''],
      random,
    );
  },
  function chunked(draft) {
    draft.chunked = true;
  },
  function noise(draft, random) {
    draft.headers.push([pick(['\u0001', 'a b', '', 'x\ty', '@'], random), 'y']);
  },
];

function bytesOf({ method, target, headers, body, length, chunked }: Draft): Buffer {
  const framing: Header[] =
    chunked === true
      ? [['transfer-encoding', 'chunked']]
      : length !== undefined || body.length > 0
        ? [['content-length', length ?? String(body.length)]]
        : [];
  const lines = [...headers, ['connection', 'close'], ...framing].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
  const sent =
    chunked === true
      ? Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
      : body;
  return Buffer.concat([Buffer.from(head, 'latin1'), sent]);
}

function setText(draft: Draft, text: string): void {
  draft.body = Buffer.from(text);
  setHeader(draft, 'content-type', 'application/json');
}

function setJson(draft: Draft, value: unknown): void {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch {
    // Some generated values can't be written as JSON.
  }
  setText(draft, text ?? 'null');
}

function setForm(draft: Draft, name: Name, random: Random): void {
  const part = pick([endpointOf(name).upload?.part ?? '', 'other', ''], random);
  const filename = pick(['a.png', '', '../../x', 'é'.repeat(200), 'a"b'], random);
  const bytes = Buffer.from(Array.from({ length: between(0, 200, random) }, () => between(0, 255, random)));
  const head = `--b\r\ncontent-disposition: form-data; name="${part}"; filename="${filename}"\r\n\r\n`;
  const end = pick(['\r\n--b--\r\n', '\r\n--b', ''], random);
  draft.body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(end)]);
  setHeader(draft, 'content-type', 'multipart/form-data; boundary=b');
}

function setHeader(draft: Draft, name: string, value: string): void {
  draft.headers = [...draft.headers.filter(([other]) => other !== name), [name, value]];
}

function withQuery(target: string, fields: Record<string, unknown>): string {
  const pairs = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`);
  return pairs.length > 0 ? `${target}?${pairs.join('&')}` : target;
}

function encoded(value: unknown): string {
  let text: string;
  try {
    text = typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);
  } catch {
    text = '{}';
  }
  return encodeURIComponent(text.toWellFormed());
}
