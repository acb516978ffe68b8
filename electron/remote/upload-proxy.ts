import type { Logger } from 'pino';
import { parseNewUpload } from '../doors/tus';
import { answerResumable, type WindowRequest } from '../doors/window-bytes';
import type { SyncedUploads } from './synced/synced-uploads';

/** Uploads of the person signed in to a community hosted elsewhere, and where errors of this program are logged. */
export interface PendingUploads {
  uploads: SyncedUploads;
  logger: Logger;
}

/**
 * Answers a request for resumable uploads: by the host, to which `forward` sends it, or from the outbox while the host
 * is away. `id` is '' for a new upload.
 */
export async function proxyUpload(
  { uploads, logger }: PendingUploads,
  client: string,
  request: WindowRequest,
  id: string,
  forward: () => Promise<Response>,
): Promise<Response> {
  const answerHere = () => answerResumable(uploads, client, request, id, logger);
  if (!uploads.isOwn(request.headers.get('token'))) return forward();
  if (isArchive(request)) return forward();
  if (await uploads.isHere(id)) return answerHere();
  const response = await forward();
  // The bytes of a request are gone with it: the page sends them again.
  if (response.status === AWAY && request.body === null && uploads.knows(id)) return answerHere();
  if (request.method === 'POST' && response.status === 201) {
    const [, created] = /\/uploads\/([\w-]{1,100})$/.exec(response.headers.get('location') ?? '') ?? [];
    if (created !== undefined) {
      await uploads.recordCreated(created, parseNewUpload(Object.fromEntries(request.headers)));
    }
  }
  if (request.method === 'DELETE') await uploads.forget(id);
  return response;
}

/** Whether an upload is an export to import: the host needs it at once, and it may be larger than this disk. */
function isArchive({ headers }: WindowRequest): boolean {
  const metadata = headers.get('Upload-Metadata')?.split(',') ?? [];
  return metadata.some((pair) => pair.trim() === ARCHIVE);
}

const ARCHIVE = `kind ${btoa('archive')}`;

/** How `forward` answers if the host doesn't. */
const AWAY = 504;
