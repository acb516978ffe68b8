import type { File } from '../../../shared/contract/records';
import type { ReadContext } from '../context';
import { dialogInfosOf } from '../dialogs/info-records';
import { findFileRows, findPlacesSent } from './records-queries';
import { shownTime } from '../timestamps';

/** How many of the dialogs to which a file was sent its record names. */
const PLACES = 5;

/**
 * Records of files as the caller may see them, by number. Where an own file lies is told to its owner only; with
 * `withShared` so is where it was sent.
 */
export async function filesOf(
  ctx: ReadContext,
  ids: Iterable<number>,
  { withShared = false }: { withShared?: boolean } = {},
): Promise<Map<number, File>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const viewer = ctx.caller?.id ?? 0;
  const rows = await findFileRows(ctx.db, wanted);
  const own = withShared ? rows.filter((row) => row.person_id === viewer).map((row) => row.id) : [];
  const shared = await placesOf(ctx, own);
  return new Map(
    rows.map((row) => {
      const mine = row.person_id === viewer;
      const record: File = {
        ID: row.id,
        Code: row.code,
        Name: row.name,
        Size: row.size,
        Mine: mine,
        Timestamp: shownTime(ctx, row.created_at),
        Url: ctx.addresses.urlOf('file', row.id, row.name),
        Type: row.type,
        Folder: mine ? row.folder : '',
        ...(mine && withShared && { Shared: shared.get(row.id) ?? [] }),
      };
      return [row.id, record];
    }),
  );
}

async function placesOf(ctx: ReadContext, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>();
  const viewer = ctx.caller?.id ?? 0;
  const places = await findPlacesSent(ctx.db, { type: 'file', ids, viewer, most: PLACES });
  const infos = await dialogInfosOf(ctx, [...places.values()].flat());
  return new Map(
    [...places].map(([id, dialogs]) => [id, dialogs.flatMap((dialog) => infos.get(dialog) ?? [])]),
  );
}
