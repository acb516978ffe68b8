/** The resumable uploads of a host: each is made, filled piece by piece, asked for and forgotten. */
export class ByteHost {
  readonly requests: string[] = [];
  readonly #stored = new Map<string, number>();
  #made = 0;
  /** Before a piece is stored: what a test makes of it. */
  onPiece: () => Promise<unknown> = () => Promise.resolve();
  /** The status that making an upload is refused with. */
  refusal: number | null = null;

  readonly fetch = async (
    address: URL | string,
    { method = 'GET', headers, body, signal }: RequestInit = {},
  ) => {
    const path = new URL(address).pathname;
    const offset = Number(new Headers(headers).get('Upload-Offset') ?? 0);
    this.requests.push(method === 'PATCH' ? `PATCH ${offset}` : method);
    if (method === 'POST') return this.#make();
    if (!this.#stored.has(path)) return new Response(null, { status: 404 });
    if (method === 'DELETE') this.#stored.delete(path);
    if (method === 'PATCH') {
      await this.onPiece();
      signal?.throwIfAborted();
      this.#stored.set(path, offset + (body as ArrayBuffer).byteLength);
    }
    return new Response(null, { headers: { 'Upload-Offset': String(this.#stored.get(path) ?? 0) } });
  };

  /** The paths of the uploads that it has. */
  get paths(): string[] {
    return [...this.#stored.keys()];
  }

  forgetAll(): void {
    this.#stored.clear();
  }

  #make(): Response {
    if (this.refusal !== null)
      return new Response(JSON.stringify({ detail: 'too_large', message: 'No.' }), { status: this.refusal });
    const Location = `/uploads/${++this.#made}`;
    this.#stored.set(Location, 0);
    return new Response(null, { status: 201, headers: { Location } });
  }
}
