/** Returns the address of a photo by its number and the pixels needed for its longer side; undefined while unknown. */
export type PictureResolver = (photo: number, pixels: number) => string | undefined;

/** Sets how photos are found, because the components do not know the service. */
export function setPictureResolver(resolver: PictureResolver): void {
  resolve = resolver;
}

/** Returns the address of a photo; undefined while unknown. Reactive if the function set by `setPictureResolver` is. */
export function pictureAddress(photo: number, pixels: number): string | undefined {
  return photo > 0 ? resolve(photo, pixels) : undefined;
}

let resolve: PictureResolver = () => undefined;
