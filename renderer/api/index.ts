export { AppError } from '../../shared/errors';
export { Attempt } from './attempt.svelte';
export { solvedCaptcha } from './captcha';
export { call, download, newKey, type CallOptions, type Given } from './call';
export { connection, type ConnectionState } from './connection.svelte';
export { on, reconnect, say, signOut, start, type Heard, type Listener } from './live.svelte';
export { own } from './own.svelte';
export { session, type Ending, type SignedIn } from './session.svelte';
export { Unreachable } from './transport';
