import type { MailFailure } from '../../shared/failures/mail-failures';

/** Returns why an SMTP server didn't take an email, by the error of nodemailer. */
export function mailFailureOf(error: unknown): MailFailure {
  const { code, originalCode, command, responseCode } = fieldsOf(error);
  if (code === 'EAUTH') return 'sign_in';
  if (code === 'ETLS' || code === 'EREQUIRETLS' || TLS_ERROR.test(originalCode)) return 'encryption';
  if (UNREACHABLE.has(code)) return 'unreachable';
  if (code === 'EENVELOPE' && command === 'MAIL FROM') return responseCode < 500 ? 'busy' : 'sender';
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'refused';
  return 'failed';
}

/** Whether the server rejected this recipient or message permanently with 5xx (RFC 5321, 4.2.1). */
export function isRejectedForGood(error: unknown): boolean {
  return mailFailureOf(error) === 'refused' && fieldsOf(error).responseCode >= 500;
}

const UNREACHABLE = new Set(['ECONNECTION', 'EDNS', 'ESOCKET', 'ETIMEDOUT']);
/** Errors of Node and OpenSSL about a certificate or the handshake. */
const TLS_ERROR = /CERT|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO/;

function fieldsOf(error: unknown) {
  const fields: Record<string, unknown> = error instanceof Error ? { ...error } : {};
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  return {
    code: textOf('code'),
    originalCode: textOf('originalCode'),
    command: textOf('command'),
    responseCode: Number(fields['responseCode'] ?? 0),
  };
}
