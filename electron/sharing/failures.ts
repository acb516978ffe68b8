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
  if (failure === 'port_taken') return invalid('port', 'is taken by another program');
  if (failure === 'port_refused')
    return invalid('port', 'may not be used by this program: choose one above 1023');
  return error;
}

/** The same for who gave it as a setting. */
export function sentenceOf(error: unknown, port: number): string {
  const failure = failureOf(error);
  if (failure === 'port_taken')
    return `Port ${port} is taken: choose another with --share-port, or 0 for a free one.`;
  if (failure === 'port_refused')
    return `Not allowed to use port ${port}: choose one above 1023 with --share-port.`;
  return `The community could not be shared: ${(error as Error).message}.`;
}

const FAILURES: Record<string, Failure> = {
  EADDRINUSE: 'port_taken',
  EACCES: 'port_refused',
  EPERM: 'port_refused',
};
