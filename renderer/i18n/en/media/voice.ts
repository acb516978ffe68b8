/** Voice messages: recording and playing. Loaded when they are first shown. */
export const voice = {
  record: 'Record voice message',
  recordHint: 'Click to record, or hold and release to send',
  recording: 'Recording voice message',
  time: (time: string) => `Recorded ${time}`,
  slide: 'Slide to cancel',
  release: 'Release to cancel',
  cancel: 'Cancel recording',
  send: 'Send voice message',
  cancelled: 'Recording deleted',
  kept: 'Recording saved as a draft',
  longest: (minutes: number) => `Recording stopped at ${minutes} minutes and saved as a draft`,
  folder: 'Voice messages',
  play: 'Play voice message',
  pause: 'Pause voice message',
  stopPlaying: 'Stop voice message',
  listen: 'Stop and listen',
  position: 'Position in voice message',
  positionText: (time: string, length: string) => `${time} of ${length}`,
  speed: (rate: string) => `Speed ${rate}`,
  notPlayedYet: 'Not played yet',
  notPlayed: 'Can’t play this voice message right now',
  problems: {
    insecure:
      'Recording needs a secure connection. Open the community over https or in the Courtyard app, and try again.',
    unsupported: 'This browser can’t record voice messages. Try a newer one, or the Courtyard app.',
    denied: 'Courtyard isn’t allowed to use the microphone. Allow it in your browser or system settings.',
    missing: 'No microphone found. Connect one and try again.',
    busy: 'Another program is using the microphone. Close it and try again.',
    failed: 'Recording failed. Try again.',
    tooShort: 'Nothing was recorded. Hold longer, or click once to record hands-free.',
  },
};

/** The type that these texts of every language must match. */
export type VoiceMessages = typeof voice;
