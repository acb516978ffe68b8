import { config } from 'zod';

/**
 * The content security policy forbids generating code from strings, which zod does by default. This must be set before
 * the first schema is created, so a module that validates by the contract's schemas imports this one before them.
 * Only views that are loaded on demand do so: zod and the schemas are large.
 */
config({ jitless: true });
