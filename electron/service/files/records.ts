import type { File, Voice } from '../../../shared/contract/records';
import type { FileTable } from '../../database/schema/content';
import type { ReadContext } from '../context';
import { dialogInfosOf } from '../dialogs/info-records';
import { findHeard } from './heard-queries';
import { findFileRows, findDialogsSharing } from './records-queries';
import { shownTime } from '../timestamps';

/** A file's record lists at most this many of the dialogs in which it was sent. */
const MAX_SHARED_DIALOGS = 5;

/**
 * Builds records of files as the caller may see them, by ID. The folder is visible to the owner only, and with
 * `withShared` also the dialogs in which it was sent.
 */
export async function filesOf(
  ctx: ReadContext,
  ids: Iterable<number>,
  { withShared = false }: { withShared?: boolean } = {},
): Promise<Map<number, File>> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return new Map();
  const viewer = ctx.caller?.id ?? 0;
  const rows = await findFileRows(ctx.db, uniqueIds);
  const own = withShared ? rows.filter((row) => row.person_id === viewer).map((row) => row.id) : [];
  const shared = await sharedDialogsOf(ctx, own);
  const voices = rows.filter((row) => row.voice_seconds > 0 && row.person_id !== viewer);
  const heard = await findHeard(
    ctx.db,
    viewer,
    voices.map((row) => row.id),
  );
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
        Url: ctx.contentUrls.urlOf('file', row.id, row.name),
        Type: row.type,
        Folder: mine ? row.folder : '',
        ...(row.voice_seconds > 0 && {
          Voice: voiceOf(row, mine ? row.voice_heard === 1 : heard.has(row.id)),
        }),
        ...(mine && withShared && { Shared: shared.get(row.id) ?? [] }),
      };
      return [row.id, record];
    }),
  );
}

function voiceOf(row: VoiceRow, isHeard: boolean): Voice {
  return {
    Duration: row.voice_seconds,
    Waveform: [...row.waveform].map((digit) => Number.parseInt(digit, 32)),
    Gain: row.voice_gain,
    Heard: isHeard,
  };
}

type VoiceRow = Pick<FileTable, 'voice_seconds' | 'waveform' | 'voice_gain'>;

async function sharedDialogsOf(ctx: ReadContext, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>();
  const viewer = ctx.caller?.id ?? 0;
  const dialogIds = await findDialogsSharing(ctx.db, {
    type: 'file',
    ids,
    viewer,
    limit: MAX_SHARED_DIALOGS,
  });
  const infos = await dialogInfosOf(ctx, [...dialogIds.values()].flat());
  return new Map(
    [...dialogIds].map(([id, dialogs]) => [id, dialogs.flatMap((dialog) => infos.get(dialog) ?? [])]),
  );
}
