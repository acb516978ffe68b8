/** Records shared by several features. Keys are PascalCase; times are Unix seconds. */

export * from './records/answers';
export * from './records/people';
export * from './records/media';
export * from './records/walls';
export * from './records/dialog-info';
export * from './records/dialogs';
export * from './records/account';
export * from './records/shop';
export * from './records/stickers';
