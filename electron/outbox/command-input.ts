import { endpointOf, isName, type Name } from '../../shared/contract';
import { parseInput } from '../../shared/contract/endpoint';
import { AppError, invalid } from '../../shared/errors';
import { LIMITS } from '../../shared/limits';

/** Throws `validation_error` for what is no idempotency key. */
export function requireKey(key: string): void {
  if (/^[\x21-\x7e]+$/.test(key) && key.length >= LIMITS.keyMin && key.length <= LIMITS.keyMax) return;
  throw invalid('Idempotency-Key', `must be ${LIMITS.keyMin} to ${LIMITS.keyMax} visible ASCII characters`);
}

/** Returns the input of a call as JSON would give it back. Throws `validation_error` or `too_large`. */
export function requireInput(name: Name, input: Record<string, unknown>): Record<string, unknown> {
  if (!isName(name)) throw new AppError('upgrade_required');
  parseInput(endpointOf(name), input);
  const json = toJson(input);
  if (Buffer.byteLength(json) > LIMITS.jsonBody) throw new AppError('too_large');
  return JSON.parse(json) as Record<string, unknown>;
}

function toJson(input: unknown): string {
  try {
    return JSON.stringify(input);
  } catch {
    throw invalid('body', 'must be JSON');
  }
}
