import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Unreachable } from '../../shared/client/transport';
import type { Session } from '../service';

/** Request headers that identify the client. */
export function headersOf({ token, userAgent }: Session): OutgoingHttpHeaders {
  return { 'user-agent': userAgent, accept: '*/*', ...(token !== null && { token }) };
}

/** Reads the whole body of an answer. Throws Unreachable if it is truncated or too large. */
export async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) throw new Error('the answer is too large');
      chunks.push(chunk);
    }
  } catch (cause) {
    response.destroy();
    throw new Unreachable(cause);
  }
  return Buffer.concat(chunks).toString();
}

/** Maximum bytes of a JSON answer. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
