import type { DownloadName } from '../../shared/contract';
import { bridge } from './bridge';
import { requestOf } from './request';
import { errorOf, reached } from './http';
import { session } from './session.svelte';

/** Whether files can be fetched here: the desktop's bridge carries records only. */
export const canDownload = bridge() === null;

/** Fetches a file that a call answers with, and hands it to the browser to be kept. Throws AppError. */
export async function download(name: DownloadName): Promise<void> {
  const { method, path } = requestOf(name, {});
  const headers = new Headers(session.token ? { token: session.token } : {});
  const response = await reached(fetch(path, { method, headers, credentials: 'omit', cache: 'no-store' }));
  if (!response.ok) throw errorOf(response, await reached(response.text()));
  const [, fileName = 'courtyard'] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  keep(await reached(response.blob()), fileName);
}

function keep(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
