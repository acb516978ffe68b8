import type { Input, Name, Parsed } from '../contract';

/**
 * The input of a call as callers pass it: the contract's input, where a number or flag that may also be sent as text
 * has its parsed type.
 */
export type Given<N extends Name> = {
  [K in keyof Input<N>]: unknown extends Input<N>[K]
    ? K extends keyof Parsed<N>
      ? Parsed<N>[K]
      : never
    : Input<N>[K];
};

/** The arguments after a call's name. The input is optional if it has no required fields. */
export type Arguments<N extends Name, Options> =
  Record<never, never> extends Given<N>
    ? [input?: Given<N>, options?: Options]
    : [input: Given<N>, options?: Options];

/** The calls that upload files. */
export type UploadName = `${'files' | 'photos' | 'stickers' | 'music' | 'videos'}.upload` | 'account.import';

/** The fields that accompany the file of such a call. */
export type Described<N extends UploadName> = Partial<Omit<Given<N>, 'file' | 'photo' | 'audio'>>;
