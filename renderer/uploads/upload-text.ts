import { communityOutbox, isRejected, isStarting, waitsForSpace, type Upload } from '../api';
import { errorText, uploadLimitText } from '../i18n/errors';
import { fileSize, percent, timeSpan } from '../i18n/format';
import { m } from '../i18n/index.svelte';

/** Returns the progress of an upload, from 0 to 1; undefined until its first piece has arrived. */
export function shareOf(upload: UploadProgress): number | undefined {
  return isStarting(upload) ? undefined : sentShareOf(upload);
}

/** Returns the status text of an upload: "63 % · 41 MB/s · 12 s left". */
export function uploadStatus(upload: Upload): string {
  const t = m().uploads;
  const { sent, size, speed, secondsLeft } = upload;
  switch (upload.state) {
    case 'done':
      return joined([waitingText(upload) || (upload.isExisting ? t.existing : t.done), fileSize(size)]);
    case 'waiting':
      return joined([t.waiting, fileSize(size)]);
    case 'paused':
      return upload.needsFile ? t.needsFile : joined([t.paused, t.of(fileSize(sent), fileSize(size))]);
    case 'failed':
      return joined([failureOf(upload), !isRejected(upload.error) && percent(sentShareOf(upload))]);
    default:
      if (isStarting(upload)) return joined([t.starting, fileSize(size)]);
      return joined([
        percent(sentShareOf(upload)),
        speed > 0 && t.perSecond(fileSize(speed)),
        secondsLeft !== undefined && t.left(timeSpan(secondsLeft)),
      ]);
  }
}

/** Whether an upload is stored on this computer and waits to be sent to its host. */
export function isWaiting({ recordId }: Pick<Upload, 'recordId'>): boolean {
  return communityOutbox.uploadOf(recordId) !== undefined;
}

/** Returns the status text of all uploads: "63 % · 12 s left · 1 failed". */
export function overallStatus(all: readonly Upload[]): string {
  const t = m().uploads;
  const times = all.map(({ secondsLeft }) => secondsLeft).filter((time) => time !== undefined);
  const share = overallShare(all);
  return joined([
    share === undefined ? t.starting : percent(share),
    times.length > 0 && t.left(timeSpan(Math.max(...times))),
    failedText(all),
  ]);
}

/** Returns how many uploads are done, and how many failed: "8 of 9 done · 1 failed". */
export function countStatus(all: readonly Pick<Upload, 'state'>[]): string {
  const done = all.filter(({ state }) => state === 'done').length;
  return joined([m().uploads.doneOf(done, all.length), failedText(all)]);
}

/** Returns the total progress by bytes, from 0 to 1; undefined until the first piece has arrived. */
export function overallShare(all: readonly Upload[]): number | undefined {
  const size = all.reduce((sum, upload) => sum + upload.size, 0);
  const sent = all.reduce((sum, upload) => sum + sentShareOf(upload) * upload.size, 0);
  if (sent === 0 && all.some(isStarting)) return undefined;
  return size > 0 ? sent / size : 1;
}

type UploadProgress = Pick<Upload, 'sent' | 'size' | 'state'>;

function sentShareOf({ sent, size, state }: UploadProgress): number {
  if (state === 'done') return 1;
  return size > 0 ? sent / size : 0;
}

/** The progress of an upload that waits to be sent to its host; "" for others. */
function waitingText({ recordId }: Upload): string {
  const waiting = communityOutbox.uploadOf(recordId);
  if (!waiting) return '';
  return waiting.sent > 0 ? percent(waiting.sent / waiting.size) : m().outbox.waiting;
}

function failedText(all: readonly Pick<Upload, 'state'>[]): string | false {
  const failed = all.filter(({ state }) => state === 'failed').length;
  return failed > 0 && m().uploads.failed(failed);
}

function failureOf(upload: Upload): string {
  const t = m().uploads;
  if (upload.needsFile && !isRejected(upload.error)) return t.needsFile;
  if (upload.error?.name === 'Unreachable') return t.hostAway;
  if (waitsForSpace(upload)) return t.hostFull;
  if (upload.error?.code !== 'too_large') return errorText(upload.error);
  return uploadLimitText(upload.error) || t.tooLarge;
}

function joined(parts: (string | false)[]): string {
  return parts.filter((part) => part !== false).join(' · ');
}
