import { inEnglish } from '../../../shared/texts/en/plural';

/** The standby of a community: its page for the owner and admins. */
export const standby = {
  description:
    'A standby is a second computer that always holds a copy of everything. If the host is lost, the community goes on from there.',
  state: 'State',
  none: 'No standby',
  noneText: 'If the host is lost, only backups remain.',
  states: { copying: 'Copying', in_step: 'In step', behind: 'Behind', gone: 'Gone' },
  inStepText: 'It has everything up to now.',
  copyingText: 'It can take over once the copy is complete.',
  copying: 'Copying',
  left: (size: string) => `${size} left`,
  behindText: (size: string) => `It still lacks ${size}. It catches up automatically.`,
  goneText: (when: string) => `Last connected: ${when}. Check that it’s turned on and on the network.`,
  neverText: 'It hasn’t connected since the host was started.',
  safety: 'Safety',
  wait: 'Wait for the standby',
  waitText: 'A message counts as sent only once it’s on both computers. Everything takes a moment longer.',
  suspended: 'Not waiting at the moment, because the standby isn’t in step. Waiting resumes automatically.',
  set: 'Set up a standby',
  change: 'Change',
  link: 'Link for the other computer',
  linkText: 'Valid once, for an hour.',
  replaceText: 'The computer that uses it replaces the current standby. Valid once, for an hour.',
  create: 'Create link',
  newLink: 'New link',
  expires: (when: string) =>
    `Valid once, until ${when}. It gives access to everything here: don’t share it with anyone else.`,
  linkLabel: 'Link',
  inApp: (page: string) =>
    `On the other computer, open this community in Courtyard and paste the link in Settings > ${page}.`,
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
    move: 'It was moved there. Here everything can still be read, but nothing can be changed.',
    takeover:
      'It took over while this computer couldn’t be reached. Here everything can still be read, but nothing can be changed.',
    onlyHere: (count: number) =>
      `${inEnglish(count, { one: 'change', other: 'changes' })} only on this computer`,
    onlyHereText: 'The messages, posts and comments are in standby-unreplicated.txt in the data folder.',
    goOn: 'Go on at the new host',
    address: 'Address',
    command: 'Make this computer its standby',
    commandText:
      'Close Courtyard here first, and replace DIR with its data folder. What only this computer has is set aside.',
  },
  ownerOnly: 'Only the owner can set up or remove a standby.',
};

/** The witness of a community, on the page of its standby. */
export const witness = {
  title: 'Witness',
  none: 'No witness',
  noneText:
    'The standby takes over only by hand: two computers can’t tell whether the other one is off or just cut off. A third computer that’s always on can decide.',
  states: { seen: 'Connected', gone: 'Gone' },
  automatic: 'If the host is lost, the standby takes over within 15 seconds.',
  notYet: 'The standby takes over by itself once it has everything.',
  goneText: (when: string) => `Last answer: ${when}. Until it’s back, changes need the standby.`,
  neverText: 'It hasn’t answered since the host was started. Until it does, changes need the standby.',
  link: 'Link for the third computer',
  linkText: 'It stores only a few numbers. Valid once, for an hour.',
  replaceText: 'The computer that uses it replaces the current witness. Valid once, for an hour.',
  create: 'Create witness link',
  newLink: 'New witness link',
  expires: (when: string) => `Valid once, until ${when}.`,
  linkLabel: 'Witness link',
  command: 'Run on the third computer',
  commandText:
    'Replace DIR with a new folder there. The host and the standby must be able to reach this computer at a lasting address.',
  remove: 'Remove the witness',
  removeText: 'The standby then takes over only by hand.',
  removeAction: 'Remove witness',
  removeTitle: (name: string) => `Remove ${name} as the witness?`,
  removeDetail: 'If the host is lost, someone has to decide that the standby takes over.',
  keep: 'Keep',
  removed: 'Witness removed',
  waits: 'With a witness, changes always wait for the standby.',
};
