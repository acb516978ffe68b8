/** Every number of the public interface, once. Texts are counted in code points, sizes in bytes, times in seconds. */
export const LIMITS = {
  message: 4096,
  post: 10_000,
  comment: 1000,
  personName: 100,
  dialogName: 330,
  dialogDescription: 330,
  communityName: 100,
  communityDescription: 1000,
  caption: 1000,
  /** Of a track: its name, artist, release and genre, each. */
  trackWords: 300,
  lyrics: 20_000,
  playlistName: 100,
  playlistDescription: 1000,
  playlistsEach: 200,
  playlistTracks: 5000,
  videoName: 255,
  videoDescription: 5000,
  /** Bytes of UTF-8. */
  fileName: 255,
  /** A path of which the last segment is taken as a file's name. */
  filePath: 4096,
  folder: 1000,
  /** Width times height, times the frames of an animation. */
  photoPixels: 100_000_000,
  /** Width times height of AVIF, WebP and GIF, whose decoders hold a whole frame in memory. */
  photoPixelsInMemory: 40_000_000,
  photoFrames: 2000,
  uploadsAtOnce: 4,
  /** Resumable uploads of one person that no call has used yet. */
  unusedUploads: 50,
  /** Bytes of what the sender of a resumable upload says of it. */
  uploadMetadata: 4096,
  status: 140,
  about: 1000,
  reason: 1000,
  giftMessage: 300,
  promoCode: 40,
  promoCoins: 1_000_000,
  promoUses: 1_000_000,
  promos: 1000,
  /** Backups that are kept. */
  backups: 5,
  invitesEach: 1000,
  namedTokensEach: 100,
  sessionsEach: 100,
  /** Registrations of one e-mail address that wait for their code. */
  registrationsEach: 10,
  /** Addresses from which a person signed in, whose attempts others do not delay. */
  knownAddressesEach: 50,
  email: 254,
  passwordMin: 8,
  passwordMax: 256,
  tagMin: 3,
  tagMax: 32,
  mask: 200,
  photosEach: 10,
  attachmentsEach: 10,
  reactionsEach: 20,
  jsonBody: 1024 * 1024,
  preferences: 64 * 1024,
  keyMin: 8,
  keyMax: 64,
  pageMax: 100,
  groupMembers: 200_000,
  pinnedDialogs: 100,
  /** Groups and channels of one owner. */
  dialogsOwned: 5000,
  /** Invitations made by one person, to whatever. */
  invitesByEach: 5000,
  openReportsEach: 500,
  /** The newest notifications of a person, and the newest letters of the local mail, that are kept. */
  notificationsEach: 2000,
  letters: 2000,
  registrationsWaiting: 10_000,
  /** Things whose views by one person are counted a day. */
  viewsPerDay: 50_000,
} as const;

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;

/** What people may store unless the host says otherwise: bytes of one thing, of all, and how many. */
export const STORAGE = {
  photoLimit: 25 * MEBIBYTE,
  trackLimit: 200 * MEBIBYTE,
  fileLimit: 4 * GIBIBYTE,
  videoLimit: 8 * GIBIBYTE,
  quota: 20 * GIBIBYTE,
  quotaItems: 100_000,
} as const;

/** How many items a list gives when the caller names no `limit`. */
export const PAGE_SIZES = {
  messages: 50,
  posts: 20,
  comments: 30,
  members: 30,
  people: 30,
  files: 20,
  videos: 20,
  tracks: 30,
  photos: 12,
  gifts: 20,
  notifications: 30,
  search: 20,
  searchAll: 5,
  dialogs: 30,
  admin: 30,
  shared: 30,
} as const;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long things live, in seconds. */
export const LIFETIMES = {
  session: 180 * DAY,
  /** An address from which somebody signed in. */
  knownAddress: 180 * DAY,
  code: 10 * MINUTE,
  captcha: 10 * MINUTE,
  command: 30 * DAY,
  event: 7 * DAY,
  resetCode: DAY,
  /** A resumable upload, from its creation to the call that uses it. */
  upload: DAY,
  /** Stored contents that nothing uses any more, from their moving to the trash. */
  trash: 30 * DAY,
  /** A person is online while an open connection was heard within this time (ping every 30 s). */
  presence: 90,
  typing: 6,
} as const;

/**
 * How the sweep of unused contents is bounded: it moves at most this share of all stored ones at once without an
 * administrator, yet as many as `few`, and none that was stored in the last `youngest` seconds.
 */
export const SWEEP = { share: 0.05, few: 20, youngest: 60 * MINUTE } as const;

/** Events that are kept whatever their age, and beyond how many the oldest go whatever their age. */
export const EVENTS_KEPT = 100_000;
export const EVENTS_MOST = 5_000_000;

/**
 * What is stored of one person's keyed writes, so that a retry is answered and not done twice. Those of today and yesterday
 * are never dropped; older ones go, oldest first, beyond `stored` commands or `storedBytes` of answers, and all after 30 days.
 */
export const COMMANDS = {
  /** Bytes of an answer that is stored whole; less where another call can read it anew. */
  answer: 128 * 1024,
  repeatableAnswer: 2048,
  /** Of today and yesterday: beyond so many bytes answers are not stored whole, beyond so many writes more are refused. */
  recentBytes: 16 * MEBIBYTE,
  recent: 250_000,
  stored: 20_000,
  storedBytes: 16 * MEBIBYTE,
} as const;

/** How often a caller may ask. */
export const RATES = {
  requestsPerSecond: 100,
  requestBurst: 200,
  failedLoginsPerMinute: 10,
  registrationsPerHour: 30,
  resetsPerHour: 10,
  /** Wrong tries after which a mailed code is void, whatever addresses they come from. */
  codeTries: 5,
  /** Wrong tries of mailed codes that name no e-mail address, of all callers within a code's lifetime. */
  codeTriesWithoutEmail: 50,
  /** Codes that one address may try. */
  confirmationsPerHour: 30,
  exportsPerHour: 6,
  reportsPerHour: 30,
  /** Groups and channels that one person makes. */
  dialogsPerHour: 1000,
  /** Entries of one administrator in the audit log. */
  auditedActionsPerHour: 2000,
  /** Codes that one person may try in vain. */
  unknownPromosPerHour: 30,
  /** Event connections of one token that ask for missed events. */
  replaysPerMinute: 60,
  /** Failed logins of one account after which each further one waits longer. */
  accountFailuresFree: 5,
} as const;

/** Network connections of a host, all doors together. */
export const CONNECTIONS = {
  total: 5000,
  /** Below the total by so many, connections without a valid token are closed, idle ones first. */
  headroom: 500,
  /** Of one address without a valid token. */
  perAddress: 50,
  /** Of one token; further ones count as those without. */
  perToken: 100,
  /** Of one address that has shown a signed address of content. */
  perSignedAddress: 500,
} as const;

/** The event socket: seconds, bytes, and how many connections one token may have open. */
export const SOCKET = { ping: 30, silence: 75, backlog: 4 * 1024 * 1024, perToken: 10 } as const;
