import type { ProgramTexts } from '../program';

/** The texts of the program outside its pages. */
export const program: ProgramTexts = {
  open: 'Open Courtyard',
  quit: 'Quit',
  unread: (count) => `${count} unread`,
  unsent: {
    title: (community) => `Not sent to ${community}`,
    calls: {
      'dialogs.send': 'Message',
      'dialogs.editMessage': 'Edited message',
      'posts.create': 'Post',
      'posts.edit': 'Edited post',
      'posts.comment': 'Comment',
      'files.upload': 'File upload',
      'photos.upload': 'Photo upload',
      'music.upload': 'Music upload',
      'videos.upload': 'Video upload',
    },
    change: 'Change',
  },
  leaving: {
    message: 'Leave these pages?',
    detail: 'A file is still being uploaded, or a voice message recorded. Leaving stops it.',
    leave: 'Leave',
    stay: 'Stay',
  },
  crashesTitle: 'Courtyard keeps crashing',
  crashes:
    'Its window crashed several times within a minute. Nothing was lost. Start Courtyard again in a few minutes.',
  lostDatabase: {
    title: 'The community’s database is missing',
    detail: ({ folder, contents, backups }) =>
      `There is no database in ${folder} any more. Stored files (${contents}) and backups (${backups}) are still there and unchanged.\n\nRestoring a backup brings the community back as it was when the backup was made. To start a new community instead, quit and move this folder somewhere else.`,
  },
  damagedDatabase: {
    title: 'The community’s database is damaged',
    detail: (folder) =>
      `The database in ${folder} can’t be opened. A repair changes nothing if it isn’t possible. Restoring a backup brings the community back as it was when the backup was made, and keeps what is there now.`,
  },
  restore: {
    button: (made) => `Restore the backup of ${made}`,
    buttonFrom: (made, folder) => `Restore the backup of ${made} from ${folder}`,
    running: 'Restoring the backup. This can take a while.',
    done: 'The backup was restored',
    doneDetail: ({ made, aside, missing }) =>
      [
        `The community is as it was on ${made}.`,
        ...(missing > 0 ? ['Some stored files are missing: see Settings → Backups.'] : []),
        ...(aside === null ? [] : [`The previous data is in ${aside}.`]),
      ].join(' '),
    failed: 'The backup could not be restored',
  },
  repair: {
    button: 'Try to repair it',
    running: 'Repairing the database. This can take a while.',
    done: 'The database was repaired',
    doneDetail: (aside) => `Nothing that people wrote was lost. The previous database is in ${aside}.`,
    impossible: 'The database can’t be repaired',
    impossibleDetail: 'What people wrote is damaged itself. Nothing was changed: restore a backup.',
    next: 'Continue',
  },
  passphrase: {
    label: 'Passphrase of the encrypted backups',
    wrong: 'Wrong passphrase. Try again.',
    cancel: 'Cancel',
    confirm: 'Continue',
  },
  program: {
    about: 'About Courtyard',
    settings: 'Settings…',
    services: 'Services',
    hide: 'Hide Courtyard',
    hideOthers: 'Hide Others',
    unhide: 'Show All',
  },
  edit: {
    name: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    selectAll: 'Select All',
  },
  view: {
    name: 'View',
    larger: 'Larger',
    smaller: 'Smaller',
    usual: 'Actual Size',
    fullScreen: 'Full Screen',
  },
  window: {
    name: 'Window',
    minimize: 'Minimize',
    zoom: 'Zoom',
    close: 'Close Window',
    front: 'Bring All to Front',
  },
  learn: (word) => `Add “${word}” to the dictionary`,
  copyPicture: 'Copy Picture',
};
