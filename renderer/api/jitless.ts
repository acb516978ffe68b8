import { config } from 'zod';

/**
 * Our pages may not make code from text (content security policy), and zod tries to, unless told otherwise before the first
 * schema is made: so this is imported before everything else.
 */
config({ jitless: true });
