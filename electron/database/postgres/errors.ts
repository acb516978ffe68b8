import { AppError } from '../../../shared/errors';

/**
 * Whether the connection to the server broke or couldn't be made, or the server is shutting down or full, or its tables
 * have just changed.
 */
export function isServerFailure(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && SERVER_FAILURES.test(code)) return true;
  return isOutdatedPlan(error) || (typeof message === 'string' && CONNECTION_ENDED.test(message));
}

/**
 * Whether a prepared statement returns other columns than when it was prepared: a newer process has migrated the
 * database meanwhile. Prepared again, it works.
 */
export function isOutdatedPlan(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === '0A000' && typeof message === 'string' && message.includes('cached plan');
}

/** Turns the failure of a server into `unavailable`; other errors stay as they are. */
export function toUnavailable(error: unknown): unknown {
  return isServerFailure(error) ? new AppError('unavailable', undefined, { cause: error }) : error;
}

/** Classes of SQLSTATE: connections (08), resources (53), shutdowns (57), the system (58), damage (XX). */
const SERVER_FAILURES =
  /^(08|53|57P|58|XX00[12]|25P0[23]|E(CONN|PIPE|TIMEDOUT|AI_AGAIN|HOSTUNREACH|NOTFOUND|NETUNREACH)|ENOENT)/;
const CONNECTION_ENDED = /Connection terminated|timeout expired|Client has encountered/;
