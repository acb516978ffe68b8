/** Every error code of the interface with the HTTP status that carries it. */
export const ERROR_STATUS = {
  auth_failed: 401,
  access_denied: 403,
  not_found: 404,
  conflict: 409,
  superseded: 409,
  version_conflict: 412,
  gone: 410,
  too_large: 413,
  invalid_type: 415,
  validation_error: 422,
  upgrade_required: 426,
  rate_limit_exceeded: 429,
  server_error: 500,
  unavailable: 503,
  upload_error: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** `path.to.field` -> why it was refused. */
export type FieldErrors = Record<string, string>;

/** What a client receives in place of a result. */
export interface ErrorBody {
  detail: ErrorCode;
  message: string;
  fields?: FieldErrors;
  /** With `server_error`: the number under which the cause was logged. */
  id?: string;
  /** With `version_conflict`: the values as they are now, by the keys of `ifVersion`. */
  current?: Record<string, unknown>;
  /** With `rate_limit_exceeded` and `unavailable`: whole seconds to wait. */
  retry_after?: number;
}

interface ErrorDetails {
  fields?: FieldErrors;
  id?: string;
  current?: Record<string, unknown>;
  retryAfter?: number;
  cause?: unknown;
}

const SENTENCES: Record<ErrorCode, string> = {
  auth_failed: 'Sign in to do this.',
  access_denied: 'You do not have permission to do this.',
  not_found: 'Not found. It may have been deleted, or you do not have access.',
  conflict: 'Already done.',
  superseded: 'This community has moved to another host. Connect to the new one.',
  version_conflict: 'This was changed in the meantime. Look at the current version and try again.',
  gone: 'This invitation or code has expired or has already been used. Ask for a new one.',
  too_large: 'This is over the limit. Choose something smaller, or remove something first.',
  invalid_type: 'This file type is not supported.',
  validation_error: 'Check the highlighted fields.',
  upgrade_required: 'This app is out of date. Update it to use this community.',
  rate_limit_exceeded: 'Too many attempts. Wait a moment and try again.',
  server_error: 'Something went wrong on the host. Try again, or ask the host to check the log.',
  unavailable: 'The host is unavailable. Nothing was changed. Try again later.',
  upload_error: 'The upload failed and nothing was stored. Try again.',
};

/**
 * The only error that handlers throw. `code` and `message` are for the caller; `cause` stays in the log.
 * Doors translate it with `toBody`, clients rebuild it with `fromBody`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly id: string | undefined;
  readonly current: Record<string, unknown> | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message?: string, details: ErrorDetails = {}) {
    super(message ?? sentenceFor(code, details), { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.id = details.id;
    this.current = details.current;
    this.retryAfter = details.retryAfter;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  /** The wire form of this error. */
  toBody(): ErrorBody {
    return {
      detail: this.code,
      message: this.message,
      ...(this.fields && { fields: this.fields }),
      ...(this.id !== undefined && { id: this.id }),
      ...(this.current && { current: this.current }),
      ...(this.retryAfter !== undefined && { retry_after: this.retryAfter }),
    };
  }

  /** Rebuilds an error from its wire form; an unknown form becomes `server_error`. */
  static fromBody(body: unknown): AppError {
    if (typeof body !== 'object' || body === null || !('detail' in body)) return new AppError('server_error');
    const { detail, message, fields, id, current, retry_after } = body as Partial<ErrorBody>;
    const code = detail !== undefined && detail in ERROR_STATUS ? detail : 'server_error';
    return new AppError(code, message, {
      ...(fields && { fields }),
      ...(id !== undefined && { id }),
      ...(current && { current }),
      ...(retry_after !== undefined && { retryAfter: retry_after }),
    });
  }
}

function sentenceFor(code: ErrorCode, { retryAfter }: ErrorDetails): string {
  if (code !== 'rate_limit_exceeded' || retryAfter === undefined) return SENTENCES[code];
  return `Too many attempts. Try again in ${retryAfter === 1 ? '1 second' : `${retryAfter} seconds`}.`;
}

/** A validation error that names one field; `why` completes a sentence that begins with the field's name. */
export function invalid(field: string, why: string): AppError {
  return new AppError('validation_error', undefined, { fields: { [field]: why } });
}
