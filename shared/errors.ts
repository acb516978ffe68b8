/** Every error code of the interface with the HTTP status that carries it. */
export const ERROR_STATUS = {
  auth_failed: 401,
  access_denied: 403,
  not_found: 404,
  conflict: 409,
  superseded: 409,
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
  /** With `rate_limit_exceeded` and `unavailable`: whole seconds to wait. */
  retry_after?: number;
}

interface ErrorDetails {
  fields?: FieldErrors;
  id?: string;
  retryAfter?: number;
  cause?: unknown;
}

const SENTENCES: Record<ErrorCode, string> = {
  auth_failed: 'Sign in to do this.',
  access_denied: 'You are not allowed to do this.',
  not_found: 'There is no such thing here.',
  conflict: 'This is already so.',
  superseded: 'This host has been replaced by a newer one.',
  gone: 'This invitation or code has expired or was used up.',
  too_large: 'This is larger than allowed.',
  invalid_type: 'This kind of content is not taken here.',
  validation_error: 'Something in the request is not valid.',
  upgrade_required: 'This app is too old for the community: update it.',
  rate_limit_exceeded: 'Too many requests: wait a little.',
  server_error: 'Something went wrong on the host. It was written to the log.',
  unavailable: 'The host is stopping or cannot store anything now. Nothing was changed.',
  upload_error: 'The upload could not be stored. Nothing is left of it.',
};

/**
 * The only error that handlers throw. `code` and `message` are for the caller; `cause` stays in the log.
 * Doors translate it with `toBody`, clients rebuild it with `fromBody`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly id: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string = SENTENCES[code], details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = details.fields;
    this.id = details.id;
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
      ...(this.retryAfter !== undefined && { retry_after: this.retryAfter }),
    };
  }

  /** Rebuilds an error from its wire form; an unknown form becomes `server_error`. */
  static fromBody(body: unknown): AppError {
    if (typeof body !== 'object' || body === null || !('detail' in body)) return new AppError('server_error');
    const { detail, message, fields, id, retry_after } = body as Partial<ErrorBody>;
    const code = detail !== undefined && detail in ERROR_STATUS ? detail : 'server_error';
    return new AppError(code, message, {
      ...(fields && { fields }),
      ...(id !== undefined && { id }),
      ...(retry_after !== undefined && { retryAfter: retry_after }),
    });
  }
}

/** A validation error that names one field. */
export function invalid(field: string, why: string): AppError {
  return new AppError('validation_error', undefined, { fields: { [field]: why } });
}
