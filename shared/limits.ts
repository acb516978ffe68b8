/** Every limit of the API. Texts are in code points, sizes in bytes, times in seconds. */
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
  /** A track's title, artist, release and genre, each. */
  trackText: 300,
  lyrics: 20_000,
  playlistName: 100,
  playlistDescription: 1000,
  playlistsEach: 200,
  /** Playlists of others that a person added to their music. */
  playlistsFollowed: 500,
  playlistTracks: 5000,
  videoName: 255,
  videoDescription: 5000,
  /** Bytes of UTF-8. */
  fileName: 255,
  /** A path whose last segment becomes the file name. */
  filePath: 4096,
  folder: 1000,
  /** Width times height, times the number of frames. */
  photoPixels: 100_000_000,
  /** Width times height of AVIF, WebP and GIF, whose decoders hold a whole frame in memory. */
  photoPixelsInMemory: 40_000_000,
  photoFrames: 2000,
  uploadsAtOnce: 4,
  /** Resumable uploads of one person that no call has used yet. */
  unusedUploads: 50,
  /** Bytes of a resumable upload's metadata. */
  uploadMetadata: 4096,
  /** Unread messages, and those of a week, are counted up to here. */
  counted: 10_000,
  status: 140,
  about: 1000,
  reason: 1000,
  giftMessage: 300,
  promoCode: 40,
  promoCoins: 1_000_000,
  dailyCoins: 1_000,
  promoUses: 1_000_000,
  promos: 1000,
  /** Backups to keep. */
  backups: 5,
  /** How long the app offers to undo a restore. */
  restoreUndo: 7 * 24 * 3600,
  /** Characters of the passphrase of encrypted backups: at most, and at least. */
  backupPassphrase: 200,
  backupPassphraseMin: 12,
  invitesEach: 1000,
  namedTokensEach: 100,
  sessionsEach: 100,
  /** Apps created by one person, redirect addresses of one app, and characters of one such address. */
  appsEach: 50,
  appRedirects: 10,
  redirectAddress: 2000,
  /** Tokens that apps hold for one person. */
  appTokensEach: 100,
  /** Pending registrations of one email address. */
  registrationsEach: 10,
  /** Known addresses per person, whose sign-ins aren't delayed by others. */
  knownAddressesEach: 50,
  email: 254,
  passwordMin: 8,
  passwordMax: 256,
  tagMin: 3,
  tagMax: 32,
  mask: 200,
  /** Scheduled messages and posts of one person. */
  scheduledEach: 100,
  photosEach: 10,
  attachmentsEach: 10,
  reactionsEach: 20,
  /** Options of a poll: at least, and at most. */
  pollOptionsMin: 2,
  pollOptions: 10,
  pollQuestion: 300,
  pollOption: 100,
  pollExplanation: 200,
  eventTitle: 200,
  eventPlace: 200,
  eventDescription: 2000,
  /** People going to an event whom its message shows. */
  eventPeople: 5,
  /** Authors of the last replies whom the first message of a thread shows. */
  threadPeople: 3,
  /** Earlier texts of a message that are kept, the latest ones. */
  messageVersions: 100,
  /** People listed as authors of what only a former host has. */
  unreplicatedPeople: 100,
  /** Reactions of a message that are listed with the people. */
  reactionsListed: 500,
  /** Members of a group whose authors see who read a message. */
  readersListed: 100,
  /** An emoji, or its name between colons. */
  emojiName: 80,
  jsonBody: 1024 * 1024,
  preferences: 64 * 1024,
  keyMin: 8,
  keyMax: 64,
  pageMax: 100,
  /** Messages, posts or other things of a page of `sync.page`, without the rows that depend on them. */
  syncPage: 200,
  /** Events that `sync.changes` looks at in one call. */
  syncChanges: 1000,
  /** People whom one call names as online, and those it names as away. */
  syncOnline: 500,
  groupMembers: 200_000,
  /** Pinned dialogs of one person. */
  pinnedDialogs: 100,
  /** Folders of dialogs of one person, and dialogs that were put into one of them. */
  foldersEach: 20,
  folderDialogs: 200,
  folderName: 30,
  /** Pinned messages of one dialog. */
  pinnedMessages: 100,
  /** Groups and channels of one owner. */
  dialogsOwned: 5000,
  /** Invitations created by one person, of any kind. */
  invitesByEach: 5000,
  openReportsEach: 500,
  /** The newest notifications per person, and the newest emails of the local mailbox, that are kept. */
  notificationsEach: 2000,
  letters: 2000,
  registrationsWaiting: 10_000,
  /** Views counted per person and day. */
  viewsPerDay: 50_000,
} as const;

const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;

/** A voice message: seconds, bytes, digits of its waveform, and decibels by which it may be amplified or attenuated. */
export const VOICE = { seconds: 15 * 60, bytes: 32 * MEBIBYTE, waveform: 100, gain: 24 } as const;

/**
 * Stickers: characters of a pack's name, bytes and pixels of the longer side of a picture, emoji of one, stickers of a
 * pack, packs that a person makes, and packs of others that they add.
 */
export const STICKERS = {
  name: 60,
  bytes: MEBIBYTE,
  pixels: 1024,
  emoji: 5,
  each: 120,
  packs: 50,
  added: 100,
} as const;

/** Default storage limits: maximum bytes per item, and bytes and items per person. */
export const STORAGE = {
  photoLimit: 25 * MEBIBYTE,
  trackLimit: 200 * MEBIBYTE,
  fileLimit: 4 * GIBIBYTE,
  videoLimit: 8 * GIBIBYTE,
  quota: 20 * GIBIBYTE,
  quotaItems: 100_000,
} as const;

/** Imports of account exports. */
export const IMPORT = {
  /** Files in the zip. */
  entries: 250_000,
  /** Bytes of one record. */
  record: 8 * 1024 * 1024,
  /** Records of one kind. */
  records: 100_000,
} as const;

/** Items per page if the caller gives no `limit`. */
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
  stickerPacks: 10,
} as const;

/**
 * The outbox of a member's computer: bytes of its disk that uploads must leave free; commands that are kept until the
 * host's standby has them, the bytes of their inputs, and those of their uploads.
 */
export const OUTBOX = {
  freeDisk: 512 * MEBIBYTE,
  doneItems: 5_000,
  doneBytes: 16 * MEBIBYTE,
  doneUploads: 2 * GIBIBYTE,
} as const;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How many backups of a backup folder are kept: the newest of each of the last days, weeks and months that have one.
 */
export const BACKUP_RETENTION = { daily: 7, weekly: 4, monthly: 6 };

/**
 * Events in chats: how far ahead one may begin, how long it may last, how long before its beginning people are
 * reminded, the longest range of a calendar, and how long an event without an end counts as going on, in seconds; and
 * the events that one call lists.
 */
export const CALENDAR = {
  ahead: 2 * 366 * DAY,
  duration: 31 * DAY,
  reminder: HOUR,
  range: 62 * DAY,
  withoutEnd: 3 * HOUR,
  page: 300,
} as const;

/** How long things are valid or kept, in seconds. */
export const LIFETIMES = {
  /** A session, or a token held by an app, from its last use. */
  session: 180 * DAY,
  /** The code that an app exchanges for a token. */
  appCode: MINUTE,
  /** An address from which someone signed in. */
  knownAddress: 180 * DAY,
  code: 10 * MINUTE,
  captcha: 10 * MINUTE,
  command: 30 * DAY,
  event: 7 * DAY,
  resetCode: DAY,
  /** A resumable upload, from its creation until a call uses it. */
  upload: DAY,
  /** Unused content, from when it is moved to the trash. */
  trash: 30 * DAY,
  /** A person is online while a connection was alive within this time (pings are sent every 30 s). */
  presence: 90,
  typing: 6,
  /** Without input at a computer, until its person is away. */
  idle: 10 * MINUTE,
  /** How far ahead a message or post can be scheduled. */
  scheduled: 366 * DAY,
} as const;

/**
 * Bounds the sweep of unused content: without an administrator it moves at most this share of all content, or `minimum`
 * items if that is more, and none stored within the last `minimumAge` seconds.
 */
export const SWEEP = { share: 0.05, minimum: 20, minimumAge: 60 * MINUTE } as const;

/** Events kept regardless of age, and the maximum beyond which the oldest are deleted regardless of age. */
export const MIN_EVENTS = 100_000;
export const MAX_EVENTS = 5_000_000;

/**
 * Stored answers to a person's writes with an idempotency key. Those of today and yesterday are never deleted; older
 * ones are, oldest first, beyond `stored` commands or `storedBytes` of answers, and all after 30 days.
 */
export const COMMANDS = {
  /** Maximum bytes of a stored answer; less if another call can read the result again. */
  answer: 128 * 1024,
  repeatableAnswer: 2048,
  /** Today and yesterday: beyond these bytes answers aren't stored, beyond this number writes are refused. */
  recentBytes: 16 * MEBIBYTE,
  recent: 250_000,
  stored: 20_000,
  storedBytes: 16 * MEBIBYTE,
} as const;

/** How often callers may do things. */
export const RATES = {
  requestsPerSecond: 100,
  requestBurst: 200,
  failedLoginsPerMinute: 10,
  registrationsPerHour: 30,
  resetsPerHour: 10,
  /** Wrong attempts after which a mailed code is void, from any address. */
  codeAttempts: 5,
  /** Wrong attempts without an email address, by all callers within a code's lifetime. */
  codeAttemptsWithoutEmail: 50,
  /** Wrong secrets, codes and tokens of apps from one address. */
  failedAppCallsPerMinute: 10,
  /** Codes that one address may try. */
  confirmationsPerHour: 30,
  exportsPerHour: 6,
  importsPerHour: 12,
  reportsPerHour: 30,
  /** Groups and channels created by one person. */
  dialogsPerHour: 1000,
  /** Audit log entries of one administrator. */
  auditedActionsPerHour: 2000,
  /** Unknown promo codes tried by one person. */
  unknownPromosPerHour: 30,
  /** Event connections of one token that replay missed events. */
  replaysPerMinute: 60,
  /** Failed sign-ins of one account before each further one is delayed longer. */
  accountFailuresFree: 5,
} as const;

/** Network connections of a host, over all servers together. */
export const CONNECTIONS = {
  total: 5000,
  /** When fewer than this many are left, connections without a valid token are closed, idle ones first. */
  headroom: 500,
  /** Per address, without a valid token. */
  perAddress: 50,
  /** Per token; further ones count as connections without one. */
  perToken: 100,
  /** Per address that has shown a signed content URL. */
  perSignedAddress: 500,
} as const;

/**
 * The event socket: seconds between pings, without a sign of life, and between two frames about what the standby has
 * stored; bytes that may wait to be sent; open connections per token; walls that a connection may subscribe to; the
 * commands at once and per second, and the frames that are not JSON, beyond which a connection is closed.
 */
export const SOCKET = {
  ping: 30,
  silence: 75,
  durable: 1,
  backlog: 4 * 1024 * 1024,
  perToken: 10,
  walls: 50,
  commandBurst: 5_000,
  commandsPerSecond: 100,
  malformed: 1_000,
} as const;

/**
 * The standby of a community: seconds for which a pairing link is valid, and after which writes no longer wait for it;
 * bytes of the write-ahead log that are held for it while it is away, and while it copies the database; and the hours
 * between two backups on its own disk.
 */
export const STANDBY = {
  link: HOUR,
  wait: 2,
  log: 256 * MEBIBYTE,
  logWhileCopying: GIBIBYTE,
  backupEvery: 24,
} as const;

/** Longer sides, in pixels, of the smaller forms in which the host has each photo. */
export const PICTURE_SIZES = [64, 256, 1024] as const;
