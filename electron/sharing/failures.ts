import { invalid } from '../../shared/errors';

/** Why it isn't shared though it should be. */
export type Failure = 'port_taken' | 'port_refused' | 'failed';

/** What the system's error says of it. */
export function failureOf(error: unknown): Failure {
  return FAILURES[(error as NodeJS.ErrnoException).code ?? ''] ?? 'failed';
}

/** The error for an owner who chose the port. */
export function faultOf(error: unknown): unknown {
  const failure = failureOf(error);
  if (failure === 'port_taken') return invalid('port', 'is used by another program; choose another one');
  if (failure === 'port_refused') return invalid('port', 'is reserved by the system; choose one above 1023');
  return error;
}

/** The same for who gave it as a setting. */
export function sentenceOf(error: unknown, port: number): string {
  const failure = failureOf(error);
  if (failure === 'port_taken')
    return `Port ${port} is already in use. Choose another one with --share-port, or 0 for any free port.`;
  if (failure === 'port_refused')
    return `Port ${port} is reserved by the system. Choose one above 1023 with --share-port.`;
  return `The community could not be shared: ${(error as Error).message}.`;
}

const FAILURES: Record<string, Failure> = {
  EADDRINUSE: 'port_taken',
  EACCES: 'port_refused',
  EPERM: 'port_refused',
};
