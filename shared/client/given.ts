import type { Input, Name, Parsed } from '../contract';

/**
 * What a caller gives: the contract's input, where a number or flag that may also come as text is said by what it is read as.
 */
export type Given<N extends Name> = {
  [K in keyof Input<N>]: unknown extends Input<N>[K]
    ? K extends keyof Parsed<N>
      ? Parsed<N>[K]
      : never
    : Input<N>[K];
};

/** The arguments after a name: the input may be left out where nothing of it is needed. */
export type Arguments<N extends Name, Options> =
  Record<never, never> extends Given<N>
    ? [input?: Given<N>, options?: Options]
    : [input: Given<N>, options?: Options];

/** The calls that take bytes. */
export type UploadName = 'files.upload' | 'photos.upload' | 'music.upload' | 'videos.upload';

/** What goes with the bytes of such a call. */
export type Described<N extends UploadName> = Partial<Omit<Given<N>, 'file' | 'photo' | 'audio'>>;
