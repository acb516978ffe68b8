import { config } from 'zod';

/**
 * The content security policy forbids generating code from strings, which zod does by default. This must be set before
 * the first schema is created, so this module is imported before everything else.
 */
config({ jitless: true });
