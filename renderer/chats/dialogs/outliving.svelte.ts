/** Creates an object whose derived state belongs to no component. It is garbage collected like any other object. */
export function outliving<T>(make: () => T): T {
  let made: T | undefined;
  $effect.root(() => {
    made = make();
  });
  return made as T;
}
