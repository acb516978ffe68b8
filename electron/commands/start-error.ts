import { isDiskFull } from '../database/sqlite-errors';

/** What errors of the system say beside their message. */
interface SystemError extends Error {
  code?: string;
  syscall?: string;
  port?: number;
  address?: string;
  hostname?: string;
  path?: string;
}

/** The message for an error that prevents the start: one sentence, and what to do about it. */
export function startErrorOf(error: unknown): string {
  const failure = error as SystemError;
  // Node names no port if any free one was asked for.
  return failure.syscall === 'listen' || failure.port !== undefined || failure.hostname !== undefined
    ? portMessageOf(failure)
    : fileMessageOf(failure);
}

function portMessageOf({ code, message, port, address, hostname }: SystemError): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is already in use. Choose another one with --port, or 0 for any free port.`;
  if (code === 'EACCES') return `Port ${port} is reserved by the system. Choose one above 1023 with --port.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `This machine has no address ${address ?? hostname} to listen on. Name one of its own with --host.`;
  return message;
}

function fileMessageOf(error: SystemError): string {
  const { code = '', message, path, syscall } = error;
  const where = path ?? 'the data folder';
  if (isDiskFull(error)) return `The disk of ${where} is full. Free some space and try again.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `This user may not use ${where}. Start Courtyard as the user to whom the folder belongs, or choose another one with --data.`;
  if (code === 'EROFS' || /^SQLITE_(READONLY|CANTOPEN)/.test(code))
    return `Nothing can be written to ${where}. Check that its disk is mounted, and not read-only.`;
  if (syscall === 'mkdir')
    return `The folder ${where} can't be created. Check that its disk is mounted, and not read-only.`;
  return message;
}
