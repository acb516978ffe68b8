import { AppError } from '../../shared/errors';

/** An object of which only the given parts can be used; any other one throws `unavailable`. */
export function onlyHost<T extends object>(parts: Partial<T>): T {
  return new Proxy(parts as T, {
    get: (target, name) => {
      if (name in target) return Reflect.get(target, name) as unknown;
      throw new AppError('unavailable', 'This needs the host. Try again when it’s back online.');
    },
  });
}
