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
  crashesTitle: string;
  crashes: string;
  lostDatabase: {
    title: string;
    detail: (lost: { folder: string; contents: number; backups: number }) => string;
    /** Times are whole texts. */
    restore: (made: string) => string;
    restored: string;
    restoredDetail: (done: { made: string; aside: string | null; missing: number }) => string;
  };
  program: Record<'about' | 'settings' | 'services' | 'hide' | 'hideOthers' | 'unhide', string>;
  edit: Record<'name' | 'undo' | 'redo' | 'cut' | 'copy' | 'paste' | 'selectAll', string>;
  view: Record<'name' | 'larger' | 'smaller' | 'usual' | 'fullScreen', string>;
  window: Record<'name' | 'minimize' | 'zoom' | 'close' | 'front', string>;
  learn: (word: string) => string;
  copyPicture: string;
}
