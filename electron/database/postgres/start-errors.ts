/** Thrown if a PostgreSQL database can't be opened. The message tells the host what to do. */
export class DatabaseAccessError extends Error {
  override readonly name = 'DatabaseAccessError';
  /** The code of its cause; if it has none, that of a lost connection. */
  readonly code: string;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.code = codeOf(cause) || 'ECONNRESET';
  }
}

/** Turns an error of connecting to the database at `address` into one that explains it; others stay as they are. */
export function explainDatabaseError(error: unknown, address: string): unknown {
  const { host, username, pathname } = new URL(address);
  const message = messageFor(error, {
    server: host || 'this machine',
    user: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
  });
  return message === null ? error : new DatabaseAccessError(message, error);
}

interface DatabaseAddress {
  server: string;
  user: string;
  database: string;
}

/** Never contains the password. */
function messageFor(error: unknown, { server, user, database }: DatabaseAddress): string | null {
  const code = codeOf(error);
  const { message } = error as Error;
  if (/^28/.test(code))
    return `The database server at ${server} refuses the user ${user || 'that the system names'} or the password. Check both in the address of --database.`;
  if (/password must be a string/.test(message))
    return `The database server at ${server} asks for a password. Write it after the user's name in the address of --database.`;
  if (code === '3D000')
    return `There is no database ${database} at ${server}. Create it, or name another one with --database.`;
  if (code === '42501')
    return `The user ${user} may not use the database ${database} at ${server} (${message}). Make it the owner of the database.`;
  if (NOT_READY.test(code))
    return `The database server at ${server} takes no connections at present (${message}). Try again in a moment.`;
  if (/SSL/.test(message)) return `The database server at ${server} can't be reached with TLS: ${message}.`;
  if (UNREACHABLE.test(code) || (code === '' && CONNECTION_ENDED.test(message)))
    return `The database server at ${server} doesn't answer. Check that it is running, and its address in --database.`;
  return null;
}

/** Classes of SQLSTATE: too many connections, starting, stopping. */
const NOT_READY = /^(53300|57P0)/;
const UNREACHABLE = /^E(CONN|PIPE|TIMEDOUT|AI_AGAIN|HOSTUNREACH|NOTFOUND|NETUNREACH|ADDRNOTAVAIL)/;
const CONNECTION_ENDED = /Connection terminated|timeout/;

/** What connects to several addresses fails with an error for each. */
function codeOf(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return code;
  return errors === undefined ? '' : codeOf(errors[0]);
}
