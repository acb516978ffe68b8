import { invalid } from '../../shared/errors';

/** Why the community isn't shared although it should be. */
export type SharingFailure = 'port_taken' | 'port_refused' | 'failed';

/** Classifies a system error. */
export function sharingFailureOf(error: unknown): SharingFailure {
  return FAILURES[(error as NodeJS.ErrnoException).code ?? ''] ?? 'failed';
}

/** The error for an owner who chose the port in the interface. */
export function toOwnerError(error: unknown): unknown {
  const failure = sharingFailureOf(error);
  if (failure === 'port_taken') return invalid('port', 'is used by another program; choose another one');
  if (failure === 'port_refused') return invalid('port', 'is reserved by the system; choose one above 1023');
  return error;
}

/** The message for an admin who chose the port on the command line. */
export function startMessageOf(error: unknown, port: number): string {
  const failure = sharingFailureOf(error);
  if (failure === 'port_taken')
    return `Port ${port} is already in use. Choose another one with --share-port, or 0 for any free port.`;
  if (failure === 'port_refused')
    return `Port ${port} is reserved by the system. Choose one above 1023 with --share-port.`;
  return `The community could not be shared: ${(error as Error).message}.`;
}

const FAILURES: Record<string, SharingFailure> = {
  EADDRINUSE: 'port_taken',
  EACCES: 'port_refused',
  EPERM: 'port_refused',
};
