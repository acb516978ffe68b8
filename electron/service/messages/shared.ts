import type { Output, Parsed } from '../../../shared/contract';
import { requireMember } from '../access/dialogs';
import { itemRecords } from '../content/attachment-records';
import type { ReadContext } from '../context';
import { countShared, listShared } from './attachment-queries';
import { countLinks, listLinks, NEWEST } from './queries';

/** Lists what was shared in a dialog, by kind. */
export async function shared(
  ctx: ReadContext,
  input: Parsed<'dialogs.shared'>,
): Promise<Output<'dialogs.shared'>> {
  await requireMember(ctx, input.dialog_id);
  const from = input.last_id === 0 ? NEWEST : input.last_id;
  if (input.kind !== 'links') return sharedContent(ctx, { ...input, kind: input.kind, from });
  const rows = await listLinks(ctx.db, input.dialog_id, from, input.limit);
  return rows.map((row) => ({ Message: row.message_id, Item: row.url, Timestamp: row.created_at }));
}

async function sharedContent(
  ctx: ReadContext,
  input: { dialog_id: number; kind: keyof typeof SHARED_KINDS; from: number; limit: number },
): Promise<Output<'dialogs.shared'>> {
  const { dialog_id: dialog, from, limit } = input;
  const rows = await listShared(ctx.db, { dialog, type: SHARED_KINDS[input.kind], from, limit });
  const type = SHARED_KINDS[input.kind];
  const items = await itemRecords(
    ctx,
    rows.map((row) => ({ type, item_id: row.item_id })),
  );
  return rows.flatMap((row) => {
    const item = items.get(row.item_id);
    return item ? { Message: row.message_id, Item: item, Timestamp: row.created_at } : [];
  });
}

/** Counts what was shared in a dialog, of each kind. */
export async function sharedCounts(
  ctx: ReadContext,
  input: Parsed<'dialogs.sharedCounts'>,
): Promise<Output<'dialogs.sharedCounts'>> {
  await requireMember(ctx, input.dialog_id);
  const counts = new Map(
    (await countShared(ctx.db, input.dialog_id)).map(({ type, count }) => [type, count]),
  );
  const { photos, files, tracks, videos } = SHARED_KINDS;
  return {
    Photos: counts.get(photos) ?? 0,
    Videos: counts.get(videos) ?? 0,
    Files: counts.get(files) ?? 0,
    Tracks: counts.get(tracks) ?? 0,
    Links: await countLinks(ctx.db, input.dialog_id),
  };
}

const SHARED_KINDS = { photos: 'photo', files: 'file', tracks: 'track', videos: 'video' } as const;
