import type { Component } from 'svelte';
import type { LucideProps } from '@lucide/svelte';
import FileArchive from '@lucide/svelte/icons/file-archive';
import FileCode from '@lucide/svelte/icons/file-code';
import FileIcon from '@lucide/svelte/icons/file';
import FileMusic from '@lucide/svelte/icons/file-music';
import FileSpreadsheet from '@lucide/svelte/icons/file-spreadsheet';
import FileText from '@lucide/svelte/icons/file-text';
import FileType from '@lucide/svelte/icons/file-type';
import FileVideo from '@lucide/svelte/icons/file-video-camera';
import Image from '@lucide/svelte/icons/image';
import type { Messages } from '../../i18n/en';

/** The kind of a file as shown to people, derived from its media type. */
export type FileKind = keyof Messages['media']['kinds'];

/** The icon of a kind, and which of the eight hues it uses. */
export const kindLooks: Record<FileKind, { icon: Component<LucideProps>; hue: number }> = {
  image: { icon: Image, hue: 4 },
  video: { icon: FileVideo, hue: 6 },
  audio: { icon: FileMusic, hue: 7 },
  pdf: { icon: FileType, hue: 8 },
  table: { icon: FileSpreadsheet, hue: 3 },
  archive: { icon: FileArchive, hue: 2 },
  code: { icon: FileCode, hue: 5 },
  document: { icon: FileText, hue: 5 },
  other: { icon: FileIcon, hue: 1 },
};

/** The file kind of each kind of attachment. */
export const kindOfAttached = {
  photo: 'image',
  track: 'audio',
  video: 'video',
  file: 'other',
  post: 'document',
} as const;

/** The image media types that the host accepts as photos. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Returns the kind of a media type. */
export function kindOf(type: string): FileKind {
  const [top = '', sub = ''] = type.split('/');
  if (top === 'image' || top === 'video' || top === 'audio') return top;
  if (sub === 'pdf') return 'pdf';
  if (/spreadsheet|excel|csv/.test(sub)) return 'table';
  if (/zip|tar|rar|7z|compressed|xz|zstd/.test(sub) && !/officedocument|opendocument|epub/.test(sub))
    return 'archive';
  if (/html|xml|json|javascript|css|x-sh/.test(sub)) return 'code';
  if (top === 'text' || /document|msword|rtf|epub|presentation|powerpoint|x-cfb/.test(sub)) return 'document';
  return 'other';
}
