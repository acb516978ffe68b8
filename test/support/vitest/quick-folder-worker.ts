import { PASSPHRASE_COST } from '../../../electron/backup/folder/encryption.ts';

// Replaces the thread of backup folders: the same code, but trying a passphrase takes a millisecond.
PASSPHRASE_COST.N = 2 ** 10;
await import('../../../electron/backup/folder/folder-worker.ts');
