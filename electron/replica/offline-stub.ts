import { AppError } from '../../shared/errors';

/** Returns a stub of a host's object with only the given properties; reading any other one throws `unavailable`. */
export function offlineStub<T extends object>(available: Partial<T>): T {
  return new Proxy(available as T, {
    get: (target, property) => {
      if (property in target) return Reflect.get(target, property) as unknown;
      throw new AppError('unavailable', 'This needs the host. Try again when it’s back online.');
    },
  });
}
