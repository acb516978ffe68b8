export { AppError } from '../../shared/errors';
export { Attempt } from './attempt.svelte';
export { solvedCaptcha } from './captcha';
export { call, download, newKey } from './call';
export { connection } from './connection.svelte';
export { on, reconnect, say, signOut, start, type Heard } from './live.svelte';
export { own } from './own.svelte';
export { session } from './session.svelte';
export { Unreachable } from './transport';
