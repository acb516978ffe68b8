/** The texts of the program outside its pages: menus, tray and dialogs of the system. */
export interface ProgramTexts {
  open: string;
  quit: string;
  unread: (count: number) => string;
  /** What a file says of things that were not sent to a community; what each call does, by its name. */
  unsent: {
    title: (community: string) => string;
    calls: Readonly<Record<string, string>>;
    /** Any other call. */
    change: string;
  };
  /** Asking whether to leave pages on which something is running. */
  leaving: { message: string; detail: string; leave: string; stay: string };
  crashesTitle: string;
  crashes: string;
  lostDatabase: {
    title: string;
    detail: (lost: { folder: string; contents: number; backups: number }) => string;
  };
  damagedDatabase: { title: string; detail: (folder: string) => string };
  /** Restoring a backup. Times are whole texts. */
  restore: {
    button: (made: string) => string;
    buttonFrom: (made: string, folder: string) => string;
    running: string;
    done: string;
    doneDetail: (done: { made: string; aside: string | null; missing: number }) => string;
    failed: string;
  };
  /** Repairing a damaged database. */
  repair: {
    button: string;
    running: string;
    done: string;
    doneDetail: (aside: string) => string;
    impossible: string;
    impossibleDetail: string;
    next: string;
  };
  /** Asking for the passphrase of encrypted backups. */
  passphrase: { label: string; wrong: string; cancel: string; confirm: string };
  program: Record<'about' | 'settings' | 'services' | 'hide' | 'hideOthers' | 'unhide', string>;
  edit: Record<'name' | 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll', string>;
  view: Record<'name' | 'larger' | 'smaller' | 'usual' | 'fullScreen', string>;
  window: Record<'name' | 'minimize' | 'zoom' | 'close' | 'front', string>;
  learn: (word: string) => string;
  copyPicture: string;
}
