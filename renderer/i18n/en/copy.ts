/** The copy of a community hosted elsewhere on this computer: `Settings > This computer` of the desktop app. */
export const copy = {
  description: (name: string) =>
    `This computer can be the standby of ${name}: it keeps a copy of everything. If the host is lost, the community goes on from here.`,
  keep: 'Keep a copy on this computer',
  keepText:
    'The copy holds everything, including all chats. Courtyard has to be running to keep it up to date.',
  link: 'Link from the owner',
  linkHint: (page: string) => `The owner creates it in Settings > ${page}.`,
  linkProblems: {
    malformed: 'This isn’t a link for a standby. Copy the whole link and try again.',
    other: 'This link belongs to another community. Open that community first.',
    failed: 'The link couldn’t be checked. Try again.',
  },
  room: (needed: string, free: string) => `Needs about ${needed}. ${free} free on this computer.`,
  free: (free: string) => `${free} free on this computer.`,
  noRoom: (needed: string, free: string) =>
    `Not enough disk space: the copy needs about ${needed} and some reserve, and ${free} are free.`,
  start: 'Keep a copy',
  state: 'State',
  copyOf: (name: string) => `Copy of ${name}`,
  hosts: (name: string) => `This computer hosts ${name}`,
  states: {
    none: 'None',
    connecting: 'Connecting',
    copying: 'Copying',
    behind: 'Catching up',
    in_step: 'In step',
    gone: 'Host gone',
    refused: 'Refused',
    failed: 'Interrupted',
    promoting: 'Taking over',
    hosting: 'Host',
    superseded: 'Replaced',
  },
  texts: {
    none: '',
    connecting: 'Looking for the host.',
    copying: 'The community can be hosted from here once the copy is complete.',
    behind: 'Getting what changed since the last time.',
    in_step: 'The copy has everything up to now.',
    refused: '',
    failed: 'Something went wrong. Trying again soon.',
    promoting: 'This takes a few seconds.',
  },
  goneText: (when: string) => `No connection to the host since ${when}. Copying resumes when it answers.`,
  neverText: 'No connection to the host yet. Copying starts when it answers.',
  hostingAt: (address: string) =>
    `Others reach it at ${address}. It’s available while this computer is on and Courtyard runs.`,
  supersededBy: (computer: string) =>
    `${computer} has taken over while this computer was away. Nothing new is accepted here, and nothing was deleted.`,
  superseded:
    'Another computer has taken over while this one was away. Nothing new is accepted here, and nothing was deleted.',
  rejoin: {
    group: 'Follow the new host',
    title: 'Become the standby',
    text: 'This computer then keeps a copy of the new host. Its own data is set aside in its data folder.',
    action: 'Become the standby',
  },
  notShared: 'It isn’t shared on the network at the moment. Check Settings > Network.',
  progress: (done: string, total: string) => `${done} of ${total}`,
  problems: {
    link: 'The link has expired, was used already or was replaced. Ask the owner for a new one.',
    replaced: 'The owner removed this standby or chose another one. Ask the owner for a new link.',
    version: 'The host runs another version of Courtyard. Update both to the same version.',
    busy: 'The host can’t reach its witness, which must know of a new standby first. Try again later.',
    not_moved:
      'The host did not hand the community over and goes on. Wait until the copy is in step, then try again.',
    incomplete: 'The copy was never complete, so the community can’t be hosted from it.',
    newer: 'The host ran a newer version of Courtyard. Update this one first.',
    disk_full: 'The disk of this computer is full. Free up space.',
    failed: 'The community couldn’t be hosted from here. Nothing was changed. Try again.',
  },
  host: 'Host from this computer',
  ownerOnly: 'Only the owner of the community can do this.',
  incomplete: 'Possible once the copy is complete.',
  move: {
    title: 'Move the community here',
    text: 'This computer becomes the host, and the current host becomes the standby.',
    action: 'Move here',
    question: (name: string) => `Move ${name} to this computer?`,
    detail:
      'For a few seconds nobody can send anything. Then everyone reconnects to this computer automatically. It has to stay on, with Courtyard running.',
  },
  takeover: {
    title: 'Host the community from here',
    text: 'For when the host is lost or broken.',
    action: 'Host from here',
    question: (name: string) => `Host ${name} from this computer?`,
    detail:
      'Do this only if the host is lost or stays off. This computer has to stay on, with Courtyard running. Everyone reconnects to it automatically.',
  },
  takeoverDetail: (when: string) =>
    `Do this only if the host is lost or stays off. Anything it received after ${when} isn’t in this copy. This computer has to stay on, with Courtyard running. Everyone reconnects to it automatically.`,
  stop: 'Stop keeping the copy',
  stopText: 'Deletes it from this computer.',
  stopAction: 'Delete copy',
  stopQuestion: 'Delete the copy on this computer?',
  stopDetail: (name: string) => `${name} then has no standby. Keeping a copy again needs a new link.`,
  keepIt: 'Keep it',
  stopped: 'Copy deleted',
};
