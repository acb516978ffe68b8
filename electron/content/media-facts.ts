/** What the thread gives back. Texts are as the file has them, and cut where they would be of no use any more. */
export interface Read {
  track: {
    hasAudio: boolean;
    hasVideo: boolean;
    /** Seconds; undefined where it is not known. */
    duration: number | undefined;
    name: string;
    author: string;
    release: string;
    genre: string;
    lyrics: string;
    /** iTunes' mark: 1 and 4 for explicit. */
    advisory: string;
    /** In dB and parts of full scale. */
    gain: number | undefined;
    peak: number | undefined;
    albumGain: number | undefined;
    albumPeak: number | undefined;
    picture: Uint8Array | null;
  };
  video: {
    type: string;
    /** Seconds; 0 where finding it out would take too long. */
    duration: number;
    /** Pixels as they are shown. */
    width: number;
    height: number;
  };
}

/** What the thread is asked: the kind of a file, where it lies, and for a track its media type. */
export interface MediaQuestion {
  kind: keyof Read;
  path: string;
  type: string;
}

export type MediaAnswer = { facts: Read[keyof Read] } | { error: string };
