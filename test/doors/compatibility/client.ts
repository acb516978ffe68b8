/** An error answer, as a client of the platform gets it. */
export class PlatformError extends Error {
  readonly status: number;
  readonly body: { detail: string; message: string; fields?: Record<string, string> };

  constructor(status: number, body: PlatformError['body']) {
    super(`${status} ${body.detail}: ${body.message}`);
    this.status = status;
    this.body = body;
  }
}

/** A client of the public interface, as other programs are written: it shares nothing with our own client. */
export class PlatformClient {
  readonly url: string;
  readonly token: string;

  /** The token is '' for a stranger. */
  constructor(url: string, token: string) {
    this.url = url;
    this.token = token;
  }

  /** Sends a request and returns its parsed answer; throws PlatformError on an error status. */
  async call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
    const isForm = body instanceof FormData;
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(this.token !== '' && { token: this.token }),
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new PlatformError(response.status, answer as PlatformError['body']);
    return answer as T;
  }

  /** The error of a request that must be refused. */
  async refused(method: string, path: string, body?: unknown): Promise<PlatformError> {
    try {
      await this.call(method, path, body);
    } catch (error) {
      if (error instanceof PlatformError) return error;
      throw error;
    }
    throw new Error(`${method} ${path} was not refused`);
  }

  /** Opens a socket for events. */
  openSocket(): WebSocket {
    return new WebSocket(`${this.url.replace('http', 'ws')}/ws?token=${this.token}`);
  }
}
