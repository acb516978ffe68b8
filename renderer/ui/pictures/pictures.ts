/** Returns the address of a photo by its number and the pixels needed for its longer side; undefined while unknown. */
export type FindPicture = (photo: number, pixels: number) => string | undefined;

/** Sets how photos are found, because the components do not know the service. */
export function findPicturesBy(way: FindPicture): void {
  find = way;
}

/** Returns the address of a photo; undefined while unknown. Reactive if the function set with `findPicturesBy` is. */
export function pictureAddress(photo: number, pixels: number): string | undefined {
  return photo > 0 ? find(photo, pixels) : undefined;
}

let find: FindPicture = () => undefined;
