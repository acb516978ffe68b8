/** Metadata that the worker thread reads, by kind of file. Texts are copied from the file and truncated. */
export interface MediaFacts {
  track: {
    hasAudio: boolean;
    hasVideo: boolean;
    /** Seconds; undefined if unknown. */
    duration: number | undefined;
    name: string;
    author: string;
    release: string;
    genre: string;
    lyrics: string;
    /** iTunes' advisory rating: 1 and 4 mean explicit. */
    advisory: string;
    /** Gains in dB, peaks as a fraction of full scale. */
    gain: number | undefined;
    peak: number | undefined;
    albumGain: number | undefined;
    albumPeak: number | undefined;
    picture: Uint8Array | null;
  };
  voice: {
    type: string;
    codec: string;
    hasVideo: boolean;
    /** Seconds. */
    duration: number;
  };
  video: {
    type: string;
    /** Seconds; 0 if finding out would take too long. */
    duration: number;
    /** Displayed pixels. */
    width: number;
    height: number;
  };
}

/** A request to the worker thread: the kind of file, its path and, for a track, its media type. */
export interface MediaRequest {
  kind: keyof MediaFacts;
  path: string;
  type: string;
}

/** The response of the worker thread: the metadata, or why it could not be read. */
export type MediaResponse = { facts: MediaFacts[keyof MediaFacts] } | { error: string };
