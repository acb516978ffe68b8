import type { PostModel } from '../../../../shared/contract/records';
import { plainLine } from '../../../../shared/markdown';
import { m } from '../../../i18n/index.svelte';
import { personName } from '../../../i18n/person';
import type { VoiceFacts } from '../../voice/recording';
import type { AttachmentKind } from '../upload-tasks';

/** An attachment stored on the host. Plain data, saved with a draft. */
export interface StoredAttachment {
  kind: AttachmentKind;
  /** Its ID on the host. */
  item: number;
  name: string;
  /** Bytes; 0 if unknown. */
  size: number;
  /** For a voice message. */
  voice?: VoiceFacts | undefined;
}

/** Converts attachments into the input of a call. */
export function inputOf(attached: readonly StoredAttachment[]): {
  photos_list?: number[];
  attachments?: { Type: Exclude<StoredAttachment['kind'], 'photo'>; Item: number }[];
} {
  const photos = attached.flatMap(({ kind, item }) => (kind === 'photo' ? [item] : []));
  const others = attached.flatMap(({ kind, item }) => (kind === 'photo' ? [] : [{ Type: kind, Item: item }]));
  return { ...(photos.length && { photos_list: photos }), ...(others.length && { attachments: others }) };
}

/** Returns the attachments of an existing post, without deleted ones, which can't be attached again. */
export function attachedOf({ Photos, Attachments }: PostModel): StoredAttachment[] {
  const photos = Photos.map((item): StoredAttachment => ({ kind: 'photo', item, name: '', size: 0 }));
  const others = Attachments.flatMap(({ Type, Item }): StoredAttachment[] => {
    if (!Item) return [];
    if ('Content' in Item) {
      return [
        { kind: Type, item: Item.ID, name: plainLine(Item.Content) || personName(Item.Author), size: 0 },
      ];
    }
    return [{ kind: Type, item: Item.ID, name: Item.Name, size: Item.Size }];
  });
  return [...photos, ...others];
}

/** Describes attachments in one line; empty if there are none. */
export function attachedLine(attached: readonly Pick<StoredAttachment, 'kind' | 'name' | 'voice'>[]): string {
  const count = (wanted: StoredAttachment['kind']) => attached.filter(({ kind }) => kind === wanted).length;
  const photos = count('photo');
  const videos = count('video');
  if (photos + videos > 1) return m().alerts.pictures(photos, videos);
  if (photos) return m().alerts.photo;
  const [other] = attached;
  return other?.voice ? m().alerts.attached.voice : (other?.name ?? '');
}
