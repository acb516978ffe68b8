export { newKey } from '../../shared/client/idempotency-key';
export { Unreachable } from '../../shared/client/transport';
export { AppError } from '../../shared/errors';
export { alerts } from './desktop/alerts.svelte';
export { Attempt } from './attempt.svelte';
export { solveCaptcha } from './captcha/captcha';
export { isInBrowser } from './bridge';
export { call, download, EventSubscription, type Call } from './call';
export { camera } from './desktop/camera';
export { communities, type CommunityThere, type CommunityPreview } from './desktop/communities.svelte';
export { communityOutbox, type OutboxItem } from './desktop/community-outbox.svelte';
export { contentCache } from './desktop/content-cache.svelte';
export { changedFields } from './changed-fields';
export { connection } from './connection.svelte';
export { movedHost } from './moved-host.svelte';
export {
  emit,
  isOutdating,
  on,
  reconnect,
  sendCommand,
  signOut,
  start,
  watchWall,
  type ServerEvent,
} from './live.svelte';
export { databaseHealth } from './desktop/database-health.svelte';
export { desk } from './desktop/desk.svelte';
export { draggedOut, dropOf, ownFilesIn } from './desktop/drag-out';
export { followIdleTime } from './desktop/idle';
export { communityDiscovery, type Diagnosis, type FoundCommunity } from './desktop/discovery.svelte';
export { offline, type OfflineKind } from './desktop/offline.svelte';
export { isInaccessible } from './inaccessible';
export { IdempotentCalls } from './idempotent-calls';
export { ReadOrder } from './read-order';
export { OptimisticChanges } from './optimistic-changes';
export { me } from './me.svelte';
export { currentCommunity } from './current-community.svelte';
export { PagedList, type PageRequest } from './paged-list.svelte';
export { photos } from './photos.svelte';
export { demo } from './desktop/demo.svelte';
export { parseQuietHours, type QuietHours } from '../../shared/alerts/quiet-hours';
export { restoreInstead } from './desktop/restore-instead';
export { session } from './session.svelte';
export {
  standbyCopy,
  StandbyCopyOfPages,
  type StandbyCopyRoom,
  type StandbyCopyState,
} from './desktop/standby-copy.svelte';
export { tracks } from './tracks.svelte';
export { isPermanentRefusal, isRejected, waitsForSpace } from './uploads/upload-failures';
export { uploadResult } from './uploads/upload-result.svelte';
export { uploads } from './uploads/uploads.svelte';
export { updates } from './desktop/updates.svelte';
export { isStarting, type UploadTask } from './uploads/task';
export type { Upload } from './uploads/upload.svelte';
