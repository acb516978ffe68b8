/** Says where a picture is, by the number of its photo and the pixels that its longer side needs; undefined while unknown. */
export type FindPicture = (photo: number, pixels: number) => string | undefined;

/** Tells the components where pictures are found: they know nothing of the service themselves. */
export function findPicturesBy(way: FindPicture): void {
  find = way;
}

/** Where a photo is; reactive as far as the way of finding it is. */
export function pictureAddress(photo: number, pixels: number): string | undefined {
  return photo > 0 ? find(photo, pixels) : undefined;
}

let find: FindPicture = () => undefined;
