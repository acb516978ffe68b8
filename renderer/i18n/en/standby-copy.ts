/** The copy of a community hosted elsewhere on this computer: `Settings → This computer` of the desktop app. */
export const standbyCopy = {
  description: (name: string) =>
    `This computer can be the standby of ${name}: it keeps a copy of everything. If the host is lost, the community continues from here.`,
  keep: 'Keep a copy on this computer',
  keepText:
    'The copy contains everything, including all chats. Courtyard must be running to keep it up to date.',
  link: 'Link from the owner',
  linkHint: (page: string) => `The owner creates it in Settings → ${page}.`,
  linkProblems: {
    malformed: 'This isn’t a link for a standby. Copy the whole link and try again.',
    other: 'This link belongs to another community. Open that community first.',
    failed: 'The link couldn’t be checked. Try again.',
  },
  room: (needed: string, free: string) => `Needs about ${needed}. ${free} free on this computer.`,
  free: (free: string) => `${free} free on this computer.`,
  noRoom: (needed: string, free: string) =>
    `Not enough disk space. The copy needs about ${needed} plus some reserve; ${free} is free.`,
  start: 'Keep a copy',
  replaceQuestion: (standby: string) => `Replace ${standby || 'the current standby'}?`,
  replaceDetail:
    'A community has one standby. The other computer stops following the community; the copy on its disk stays there.',
  replaceAction: 'Replace',
  state: 'State',
  copyOf: (name: string) => `Copy of ${name}`,
  hosts: (name: string) => `This computer hosts ${name}`,
  states: {
    none: 'None',
    connecting: 'Connecting',
    copying: 'Copying',
    behind: 'Catching up',
    in_step: 'Up to date',
    gone: 'Host offline',
    refused: 'Not accepted',
    failed: 'Interrupted',
    promoting: 'Taking over',
    hosting: 'Host',
    superseded: 'Replaced',
  },
  texts: {
    none: '',
    connecting: 'Looking for the host.',
    copying: 'The community can be hosted from here once the copy is complete.',
    behind: 'Downloading what has changed since the last connection.',
    in_step: 'The copy has everything.',
    refused: '',
    failed: 'Something went wrong. Trying again soon.',
    promoting: 'This takes a few seconds.',
  },
  goneText: (when: string) =>
    `No connection to the host since ${when}. Copying resumes when it’s back online.`,
  neverText: 'No connection to the host yet. Copying starts when it’s online.',
  hostingAt: (address: string) =>
    `Others can connect at ${address} while this computer is on and Courtyard is running.`,
  supersededBy: (computer: string) =>
    `${computer} took over while this computer was offline. This one is read-only now. Nothing was deleted.`,
  superseded:
    'Another computer took over while this one was offline. This one is read-only now. Nothing was deleted.',
  rejoin: {
    group: 'Follow the new host',
    title: 'Become the standby',
    text: 'This computer keeps a copy of the new host. Its own data is moved to a separate folder inside its data folder.',
    action: 'Become the standby',
  },
  notShared: 'It isn’t shared on the network at the moment. Check Settings → Network.',
  progress: (done: string, total: string) => `${done} of ${total}`,
  problems: {
    link: 'This link has expired or was already used. Ask the owner for a new one.',
    replaced: 'The owner removed this standby or chose another one. Ask the owner for a new link.',
    version: 'The host runs another version of Courtyard. Update both to the same version.',
    busy: 'The host can’t reach its witness, which has to approve a new standby. Try again later.',
    not_moved:
      'The community wasn’t moved: the old host is still running it. Wait until the copy is up to date, then try again.',
    incomplete: 'The copy was never completed, so the community can’t be hosted from it.',
    newer: 'The host ran a newer version of Courtyard. Update this one first.',
    disk_full: 'This computer’s disk is full. Free up some space.',
    failed: 'The community couldn’t be hosted from here. Nothing was changed. Try again.',
  },
  host: 'Host from this computer',
  ownerOnly: 'Only the owner of the community can do this.',
  incomplete: 'Possible once the copy is complete.',
  lacksContents: 'Not all photos and files have been copied. The rest will be missing.',
  move: {
    title: 'Move the community here',
    text: 'This computer becomes the host, and the current host becomes the standby.',
    action: 'Move here',
    question: (name: string) => `Move ${name} to this computer?`,
    detail:
      'For a few seconds, no one can send anything. Then everyone reconnects to this computer automatically. Keep it on, with Courtyard running.',
  },
  takeover: {
    title: 'Host the community from here',
    text: 'For when the host is lost or broken.',
    action: 'Host from here',
    question: (name: string) => `Host ${name} from this computer?`,
    detail:
      'Do this only if the host is lost or won’t be turned on again. Everyone reconnects to this computer automatically. Keep it on, with Courtyard running.',
  },
  takeoverDetail: (when: string) =>
    `Do this only if the host is lost or won’t be turned on again. Anything it received after ${when} isn’t in this copy. Everyone reconnects to this computer automatically. Keep it on, with Courtyard running.`,
  stop: 'Stop keeping a copy',
  stopText: 'Deletes it from this computer.',
  stopAction: 'Delete copy',
  stopQuestion: 'Delete the copy on this computer?',
  stopDetail: (name: string) => `${name} will have no standby. To keep a copy again, you’ll need a new link.`,
  ownData: (folder: string) =>
    `Backups and earlier data that only this computer has are in ${folder}. They aren’t deleted with the copy.`,
  keepIt: 'Keep it',
  stopped: 'Copy deleted',
};
