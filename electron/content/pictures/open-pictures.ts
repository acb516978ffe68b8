import { dirname } from 'node:path';
import { BoundedFolder } from '../bounded-folder';
import type { ContentStore } from '../store';
import type { PictureDecoder } from './picture-decoder';
import { PictureService } from './pictures';

/** Bytes of the thumbnails that a process keeps of pictures in a bucket. */
const CACHE_BYTES = 1024 ** 3;

/** Opens the pictures of a store. Thumbnails of pictures that are stored elsewhere are only a cache. */
export function openPictures(content: ContentStore, decoder: PictureDecoder): PictureService {
  if (content.stored === content.files) return new PictureService(content, decoder);
  const folder = dirname(content.pathInside('sizes', 'any'));
  return new PictureService(content, decoder, new BoundedFolder(folder, CACHE_BYTES));
}
