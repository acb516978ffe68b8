import { SIGNED_IN, NOT_BLOCKED, UNKNOWN, nothing, ann, row, type Row } from './answers';
import { received, type UploadName } from '../../support/content';
import { fixture } from '../../support/fixtures';
import type { TestService } from '../../support/service';
import type { SignedIn, World } from './world';

export const contentRows: Row[] = [
  row('files.upload', '', (w, caller, t) => bytes(w, caller, t, 'files.upload'), SIGNED_IN),
  row('files.list', '', nothing, SIGNED_IN),
  row('files.folders', '', nothing, SIGNED_IN),
  row('files.storage', '', nothing, SIGNED_IN),
  row('files.get', "another's", (w) => ({ file_id: w.annsFile }), UNKNOWN),
  row('files.update', "another's", (w) => ({ file_id: w.annsFile, name: 'b' }), UNKNOWN),
  row('files.remove', "another's", (w) => ({ file_id: w.annsFile }), UNKNOWN),
  row('files.markHeard', "another's", (w) => ({ file_id: w.annsFile }), UNKNOWN),
  row('search.all', '', () => ({ mask: 'hello' }), SIGNED_IN),
  row('photos.upload', '', (w, caller, t) => bytes(w, caller, t, 'photos.upload'), SIGNED_IN),
  row('photos.list', '', nothing, SIGNED_IN),
  row('photos.get', "another's", (w) => ({ photo_id: w.annsPhoto }), UNKNOWN),
  row('photos.get', 'a public one', (w) => ({ photo_id: w.annsOpenPhoto }), NOT_BLOCKED),
  row('photos.update', "another's", (w) => ({ photo_id: w.annsPhoto, caption: 'New' }), UNKNOWN),
  row('photos.remove', "another's", (w) => ({ photo_id: w.annsPhoto }), UNKNOWN),
  row(
    'photos.remove',
    'a public one',
    (w) => ({ photo_id: w.annsOpenPhoto }),
    [401, 403, 403, 403, 404, 403, 403],
  ),
  row('photos.some', '', (w) => ({ ids: [w.annsPhoto, w.annsOpenPhoto] }), SIGNED_IN),
  row('photos.of', '', ann, NOT_BLOCKED),
];

/** Bytes that the caller handed over; who is banned can hand over none. */
export function bytes(
  w: World,
  caller: SignedIn | 'ann',
  t: TestService,
  name: UploadName,
  sample = 'picture.png',
) {
  const noName = 'A'.repeat(22);
  if (caller === 'banned') return { file: noName, photo: noName, audio: noName };
  return received(t, caller === 'ann' ? w.ann : w.callers[caller], name, fixture(sample));
}
