import { once } from 'node:events';
import { WebSocket } from 'ws';

/** An error status, with the parsed body of the answer. */
export class RefusedCall extends Error {
  readonly status: number;
  readonly body: { detail: string; fields?: Record<string, string> };

  constructor(status: number, body: RefusedCall['body']) {
    super(`${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

/** Speaks to a host as the platform's public clients do: plain HTTP and JSON, and a WebSocket without a version. */
export class PlatformClient {
  readonly url: string;
  readonly token: string | null;

  constructor(url: string, token: string | null) {
    this.url = url;
    this.token = token;
  }

  /** Sends a request and returns the parsed body. Throws `RefusedCall` on an error status. */
  async call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = {
      ...(this.token !== null && { token: this.token }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    };
    const sent = body instanceof FormData ? body : JSON.stringify(body);
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: sent }),
    });
    const parsed: unknown = await answer.json();
    if (!answer.ok) throw new RefusedCall(answer.status, parsed as RefusedCall['body']);
    return parsed as T;
  }

  /** Returns the error of a call. Throws if the call succeeds. */
  async refused(method: string, path: string, body?: unknown): Promise<RefusedCall> {
    try {
      await this.call(method, path, body);
    } catch (error) {
      if (error instanceof RefusedCall) return error;
      throw error;
    }
    throw new Error(`${method} ${path} was expected to be refused`);
  }

  /** Opens a WebSocket. */
  async openSocket(): Promise<WebSocket> {
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/ws?token=${this.token ?? ''}`);
    await once(socket, 'open');
    return socket;
  }
}
