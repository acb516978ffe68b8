/** Makes access to anything that the stand-in lacks an error, so that no call silently does nothing. */
export function offered<T extends object>(name: string, object: T): T {
  return new Proxy(object, {
    get: (target, key) => {
      if (typeof key === 'symbol' || key === 'then' || key === 'toJSON' || key in target) {
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' && !isClass(value) ? value.bind(target) : value;
      }
      throw new Error(`The stand-in for Electron offers no ${name}.${key}`);
    },
  });
}

function isClass(value: object): boolean {
  return Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false;
}
