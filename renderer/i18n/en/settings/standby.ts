import { inEnglish } from '../../../../shared/texts/en/plural';

/** The standby of a community: its page for the owner and admins. */
export const standby = {
  description:
    'A standby is a second computer that always has a copy of everything. If the host is lost, the community continues from there.',
  byDatabase: 'PostgreSQL keeps copies of this community',
  byDatabaseText: 'Set up its own replication. A standby is for communities without PostgreSQL.',
  state: 'State',
  none: 'No standby',
  noneText: 'If the host is lost, you’ll only have backups.',
  states: { copying: 'Copying', in_step: 'Up to date', behind: 'Catching up', gone: 'Offline' },
  inStepText: 'It has everything.',
  unreadable: 'Files missing',
  unreadableText: (count: number) =>
    `It has everything except ${inEnglish(count, { one: 'file', other: 'files' })} that this host can’t read any more. Check the disk of the host, and restore what is missing from a backup.`,
  problems: {
    disk_full: {
      label: 'Disk full',
      text: 'The disk of the standby is full. Free up some space there, and it catches up automatically.',
    },
    failed: {
      label: 'Disk error',
      text: 'The standby can’t write to its disk. It keeps trying; its log says why.',
    },
  },
  copyingText: 'It can take over once the copy is complete.',
  copying: 'Copying',
  left: (size: string) => `${size} left`,
  behindText: (size: string) => `${size} left to copy. It catches up automatically.`,
  goneText: (when: string) => `Last connected: ${when}. Check that it’s turned on and on the network.`,
  neverText: 'It hasn’t connected since the host started.',
  safety: 'Safety',
  wait: 'Wait for the standby',
  waitText: 'A message counts as sent only once it’s on both computers. Everything takes a moment longer.',
  suspended: 'Not waiting right now, because the standby isn’t up to date. Waiting resumes automatically.',
  set: 'Set up a standby',
  change: 'Change',
  link: 'Link for the other computer',
  linkText: 'Valid once, for an hour.',
  replaceText: 'The computer that uses it replaces the current standby. Valid once, for an hour.',
  create: 'Create link',
  newLink: 'New link',
  expires: (when: string) =>
    `Valid once, until ${when}. It gives access to everything here, so don’t share it with anyone else.`,
  linkLabel: 'Link',
  inApp: (page: string) =>
    `On the other computer, open this community in Courtyard and paste the link in Settings → ${page}.`,
  command: 'Or without a window',
  commandText: 'Replace DIR with a new folder on the other computer.',
  copyCommand: 'Copy command',
  remove: 'Remove the standby',
  removeText: 'Also cancels unused links.',
  removeAction: 'Remove',
  removeTitle: (name: string) => `Remove ${name} as the standby?`,
  removeDetail: 'It stops following the community and can’t take over. The copy on its disk stays there.',
  keep: 'Keep',
  removed: 'Standby removed',
  successor: {
    title: (name: string) => `${name} hosts the community now`,
    unknown: 'Another computer hosts the community now',
    move: 'It was moved there. You can still read everything here, but not change anything.',
    takeover:
      'It took over while this computer was offline. You can still read everything here, but not change anything.',
    onlyHere: (count: number) =>
      `${inEnglish(count, { one: 'change', other: 'changes' })} only on this computer`,
    written: ({ Messages, Posts, Comments }: { Messages: number; Posts: number; Comments: number }) =>
      [
        Messages && inEnglish(Messages, { one: 'message', other: 'messages' }),
        Posts && inEnglish(Posts, { one: 'post', other: 'posts' }),
        Comments && inEnglish(Comments, { one: 'comment', other: 'comments' }),
      ]
        .filter(Boolean)
        .join(', '),
    unknownAuthor: 'Deleted account',
    onlyHereText:
      'Ask these people to send it again on the new host. The texts are in standby-unreplicated.txt in the data folder.',
    nothingWritten: 'No one wrote anything: only reactions, reads and settings are missing there.',
    rejoinDetail:
      'It gets a new copy from the new host. What only this computer has is kept in a separate folder.',
    continue: 'Continue on the new host',
    open: 'Open the community there',
    openText:
      'Sign in once more, and this computer can become the standby with one button. What is only here stays in this app, next to it.',
    openAction: 'Open',
    inBrowser: 'In a browser',
    address: 'Address',
    lost: 'If the new host is lost',
    hostDetail:
      'Do this only if the new host is lost or won’t be turned on again. Anything it received isn’t on this computer. Courtyard restarts, and everyone reconnects to this computer automatically.',
    answers:
      'The new host is online, so nothing was changed. To move the community back, make this computer its standby first.',
    command: 'Make this computer its standby',
    inApp: (page: string) =>
      `On the computer that hosted it before, open Settings → ${page} in Courtyard. From there it can become the standby with one button. Changes that only that computer has are kept in a separate folder.`,
  },
  ownerOnly: 'Only the owner can set up or remove a standby.',
};

/** The witness of a community, on the page of its standby. */
export const witness = {
  title: 'Witness',
  none: 'No witness',
  noneText:
    'Someone has to start the standby by hand, because two computers can’t tell whether the other one is off or just disconnected. A third computer that’s always on can decide.',
  states: { seen: 'Connected', gone: 'Offline' },
  automatic: 'If the host is lost, the standby takes over within 15 seconds.',
  notYet: 'Once the standby is up to date, it can take over automatically.',
  goneText: (when: string) =>
    `Last connected: ${when}. Until it’s back, changes are saved only while the standby is connected.`,
  neverText:
    'It hasn’t connected since the host started. Until then, changes are saved only while the standby is connected.',
  link: 'Link for the third computer',
  linkText: 'It stores only a few numbers. Valid once, for an hour.',
  replaceText: 'The computer that uses it replaces the current witness. Valid once, for an hour.',
  create: 'Create witness link',
  newLink: 'New witness link',
  expires: (when: string) => `Valid once, until ${when}.`,
  linkLabel: 'Witness link',
  command: 'Run on the third computer',
  commandText:
    'This needs Node.js and Courtyard’s source code there: the installed app can’t be a witness. Replace DIR with a new folder. The host and the standby must always be able to reach it at the same address.',
  remove: 'Remove the witness',
  removeText: 'The standby will no longer take over automatically.',
  removeAction: 'Remove witness',
  removeTitle: (name: string) => `Remove ${name} as the witness?`,
  removeDetail: 'If the host is lost, someone will have to start the standby by hand.',
  keep: 'Keep',
  removed: 'Witness removed',
  waits: 'With a witness, changes always wait for the standby.',
};
