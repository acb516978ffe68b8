/** The measured values and their goals. */

interface Row {
  what: string;
  unit: string;
  /** The baseline; absent if the goal applies to the measured value itself. */
  against?: string;
  /** The goal; absent if the value is only observed. */
  min?: number;
  max?: number;
}

const ROWS = {
  sendGrouped: {
    what: 'sending, 32 in flight',
    unit: '/s',
    against: 'bare Fastify, group commit',
    min: 0.5,
  },
  sendSingle: {
    what: 'sending, 32 in flight',
    unit: '/s',
    against: 'bare Fastify, a transaction each',
    min: 2,
  },
  sendOne: { what: 'sending, 1 in flight, p50', unit: 'ms', against: 'bare Fastify', max: 1.6 },
  sendOneTail: { what: 'sending, 1 in flight, p99', unit: 'ms', against: 'its own p50', max: 4 },
  page: { what: 'newest 50 of a dialog', unit: '/s', against: 'bare Fastify, one select', min: 0.6 },
  sendGrowth: { what: 'sending, time', unit: 'ms', against: 'with 10,000 messages', max: 1.2 },
  pageGrowth: { what: 'newest 50, time', unit: 'ms', against: 'with 10,000 messages', max: 1.2 },
  backGrowth: { what: 'scrolling back, time', unit: 'ms', against: 'with 10,000 messages', max: 1.2 },
  dataLayer: { what: 'a page by our queries', unit: '/s', against: 'raw prepared statements', min: 0.85 },
  searchDialog: { what: 'search in a dialog, p50', unit: 'ms', against: 'reading a page', max: 20 },
  searchDialogTail: { what: 'search in a dialog, p99', unit: 'ms', max: 15 },
  searchGrowth: { what: 'search in a dialog, p50', unit: 'ms', against: 'with 10,000 messages', max: 1.2 },
  searchAllTail: { what: 'search in all of mine, p95', unit: 'ms', max: 100 },
  sockets100: { what: 'messages to 100 sockets', unit: 'deliveries/s', against: 'bare ws', min: 0.7 },
  sockets1000: { what: 'messages to 1,000 sockets', unit: 'deliveries/s', against: 'bare ws', min: 0.7 },
  sockets100Tail: { what: '100 sockets at 10,000/s, p99', unit: 'ms', against: 'bare ws', max: 1.3 },
  sockets1000Tail: { what: '1,000 sockets at 10,000/s, p99', unit: 'ms', against: 'bare ws', max: 1.3 },
  guestsCpu: {
    what: 'processor time in a minute, 100 idle guests',
    unit: 'ms',
    against: 'no guests',
  },
  guestsMemory: { what: 'memory, 100 idle guests', unit: 'MB', against: 'no guests', max: 1.2 },
  outbox: { what: '500 queued commands, 30 % of answers lost', unit: 's', max: 5 },
  replicaFill: { what: 'a dialog of 10,000 messages read into a replica', unit: 's', max: 3 },
  replicaChanges: { what: '1,000 changes stored in a replica', unit: 's', max: 0.2 },
  replicaOpen: { what: 'the newest 50 messages from a replica, p95', unit: 'ms', max: 20 },
  replicaSize: { what: 'bytes of a replica for each message', unit: 'B' },
  standbyCopy: { what: 'first copy to a standby, at 50 messages/s', unit: 's' },
  standbyCopyTail: { what: 'sending during the first copy, p99', unit: 'ms', max: 50 },
  standbyCpu: {
    what: 'processor time in a second, with a standby, at 50 messages/s',
    unit: 'ms',
    against: 'without a standby',
    max: 1.1,
  },
  standbyWaitTail: {
    what: 'sending that waits for the standby, at 50 messages/s, p99',
    unit: 'ms',
    max: 50,
  },
  postgresSend: {
    what: 'on PostgreSQL: sending, 32 in flight',
    unit: '/s',
    against: 'bare Fastify and pg, an insert each',
    min: 0.5,
  },
  postgresPage: {
    what: 'on PostgreSQL: newest 50 of a dialog',
    unit: '/s',
    against: 'bare Fastify and pg, one select',
    min: 0.5,
  },
  postgresElsewhere: {
    what: 'on PostgreSQL: messages to 100 sockets of another process, at 50/s, p99',
    unit: 'ms',
    max: 100,
  },
  postgresEvents: {
    what: 'on PostgreSQL: events of two processes, in groups',
    unit: '/s',
    min: 10_000,
  },
  peerSend: { what: 'sending, 32 in flight', unit: '/s', against: 'Prosody', min: 12 },
  peerPage: { what: 'newest 50 of a dialog', unit: '/s', against: 'Prosody', min: 20 },
  peerStart: { what: 'start to ready', unit: 'ms', against: 'Prosody, empty' },
  peerMemory: { what: 'memory, idle', unit: 'MB', against: 'Prosody, empty' },
  outboxWork: { what: 'the same without waiting for the request limit', unit: 's', max: 5 },
  start: { what: 'start to ready', unit: 'ms', against: 'bare Fastify', max: 3 },
  startGrowth: { what: 'start to ready', unit: 'ms', against: 'an empty community', max: 1.3 },
  memoryIdle: { what: 'memory, idle', unit: 'MB', against: 'bare Fastify, same database', max: 1.4 },
  memoryLoad: { what: 'memory, after load', unit: 'MB', against: 'bare Fastify, after its', max: 3 },
  feed: { what: 'newest 20 of the feed', unit: '/s', against: 'bare Fastify, one select', min: 0.5 },
  feedGrowth: { what: 'newest 20 of the feed, time', unit: 'ms', against: 'with 10,000 messages', max: 1.2 },
  membersGrowth: { what: 'sending to 1,000 members, time', unit: 'ms', against: 'to 10 members', max: 1.3 },
  dialogsGrowth: {
    what: 'the first 50 of 2,000 dialogs, time',
    unit: 'ms',
    against: 'of one dialog',
    max: 1.3,
  },
  people: { what: '30 people', unit: '/s', against: 'bare Fastify, one select' },
  searchEverything: { what: 'search over everything, p95', unit: 'ms', max: 100 },
  upload: { what: 'upload of 1 GiB', unit: 'MB/s', against: 'bare streaming', min: 0.9 },
  download: { what: 'download of 1 GiB in ranges', unit: 'MB/s', against: 'bare streaming', min: 0.9 },
  paintCold: { what: 'first paint of a chat, cold', unit: 'ms', against: 'a bare answer', max: 3 },
  paintWarm: { what: 'first paint of a chat, warm', unit: 'ms', against: 'a bare answer', max: 2 },
  readyCold: { what: 'ready to write, cold', unit: 'ms', against: 'a bare answer, painted' },
  readyWarm: { what: 'ready to write, warm', unit: 'ms', against: 'a bare answer, painted' },
  scriptFirst: { what: 'script of the first load, gzipped', unit: 'kB', max: 180 },
  scriptFeed: { what: 'script that the feed adds', unit: 'kB' },
  scriptPeople: { what: 'script that people add', unit: 'kB' },
  scriptPerson: { what: "script that a person's page adds", unit: 'kB' },
  scriptMusic: { what: 'script that music adds', unit: 'kB' },
  scriptFiles: { what: 'script that files add', unit: 'kB' },
  scriptVideos: { what: 'script that videos add', unit: 'kB' },
  scriptSearch: { what: 'script that the search adds', unit: 'kB' },
  scriptNotifications: { what: 'script that notifications add', unit: 'kB' },
  scriptSettings: { what: 'script that settings add', unit: 'kB' },
  openChatMedian: { what: 'opening a chat, click to painted, p50', unit: 'ms', max: 40 },
  openChat: { what: 'opening a chat, click to painted, p95', unit: 'ms', max: 80 },
  openOld: { what: 'opening an old message in its place, p95', unit: 'ms', max: 120 },
  scrollSlow: { what: 'frames over 32 ms while scrolling back', unit: '%', max: 0.3 },
  scrollNodes: { what: 'messages in the page while scrolling', unit: 'nodes', max: 200 },
  heapGrowth: {
    what: 'memory of the pages without code, later rounds',
    unit: 'MB',
    against: 'earlier rounds',
    max: 1.05,
  },
  delay: { what: 'event-loop delay p99, all at once', unit: 'ms', max: 15 },
} satisfies Record<string, Row>;

export type Key = keyof typeof ROWS;

/** The program's value in one round, and the baseline's. */
export interface Sample {
  ours: number;
  floor?: number;
}

/** Collects samples of each row, round by round. */
export class Table {
  readonly #samples = new Map<Key, Sample[]>();

  note(key: Key, sample: Sample): void {
    const list = this.#samples.get(key);
    if (list) list.push(sample);
    else this.#samples.set(key, [sample]);
  }

  /**
   * Formats the table as text. Each row has the medians over all rounds; its ratio is the median of the rounds' ratios.
   */
  toString(): string {
    const lines = [['what', 'against', 'ours', 'floor', 'measured', 'rounds', 'goal', 'met']];
    for (const [key, samples] of this.#samples) lines.push(cellsOf(ROWS[key], samples));
    const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
    return lines
      .map((line) =>
        line
          .map((cell, column) => cell.padEnd(widths?.[column] ?? 0))
          .join('  ')
          .trimEnd(),
      )
      .join('\n');
  }
}

function cellsOf(row: Row, samples: Sample[]): string[] {
  const values = samples.map(({ ours, floor }) => (floor === undefined ? ours : ours / floor));
  const measured = median(values);
  const met =
    (row.min === undefined || measured >= row.min) && (row.max === undefined || measured <= row.max);
  const floors = samples.flatMap(({ floor }) => floor ?? []);
  return [
    row.what,
    row.against ?? '',
    `${shown(median(samples.map(({ ours }) => ours)))} ${row.unit}`,
    floors.length === 0 ? '' : `${shown(median(floors))} ${row.unit}`,
    floors.length === 0 ? `${shown(measured)} ${row.unit}` : `${measured.toFixed(2)}x`,
    values.map((value) => (floors.length === 0 ? shown(value) : value.toFixed(2))).join(' '),
    goalOf(row),
    goalOf(row) === '' ? '' : met ? 'yes' : 'NO',
  ];
}

function goalOf({ min, max }: Row): string {
  if (min !== undefined) return `>= ${min}`;
  return max === undefined ? '' : `<= ${max}`;
}

function shown(value: number): string {
  return value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}
