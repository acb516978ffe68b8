/**
 * What the program must know of one privacy setting; its texts are in `privacy.settings` of
 * `renderer/i18n/<language>/`.
 */
interface PrivacyEntry {
  /** `audience` is 0 for everyone, 1 for friends, 2 for nobody; `switch` is on or off. */
  kind: 'audience' | 'switch';
  /** Its key in the input of `account.updateProfile`. */
  key: string;
  /** Its column in the table `person`; a new one takes a migration. */
  column: string;
  /** The section of the privacy page that offers it. */
  section: 'contact' | 'visibility' | 'discovery';
}

/**
 * Every privacy setting of a person, by its name in records, in the order of the page; a new one begins with a row
 * here.
 */
export const PRIVACY_SETTINGS = {
  SendMessageState: {
    kind: 'audience',
    key: 'sendMessageState',
    column: 'send_message_state',
    section: 'contact',
  },
  PostState: { kind: 'audience', key: 'postState', column: 'post_state', section: 'contact' },
  CommentsState: { kind: 'audience', key: 'commentsState', column: 'comments_state', section: 'contact' },
  ViewAvatarState: {
    kind: 'audience',
    key: 'viewAvatarState',
    column: 'view_avatar_state',
    section: 'visibility',
  },
  ViewFriendsState: {
    kind: 'audience',
    key: 'viewFriendsState',
    column: 'view_friends_state',
    section: 'visibility',
  },
  ViewBirthdayState: {
    kind: 'audience',
    key: 'viewBirthdayState',
    column: 'view_birthday_state',
    section: 'visibility',
  },
  AddFriendState: { kind: 'switch', key: 'addFriendState', column: 'add_friend_state', section: 'discovery' },
  SearchState: { kind: 'switch', key: 'searchState', column: 'search_state', section: 'discovery' },
} as const satisfies Record<string, PrivacyEntry>;

type Table = typeof PRIVACY_SETTINGS;
export type PrivacyName = keyof Table;
export type PrivacySection = PrivacyEntry['section'];
/** The settings of one kind. */
export type PrivacyNamed<Kind extends PrivacyEntry['kind']> = {
  [Name in PrivacyName]: Table[Name]['kind'] extends Kind ? Name : never;
}[PrivacyName];

/** The columns as rows of the database have them. */
export type PrivacyColumns = {
  [Name in PrivacyName as Table[Name]['column']]: Table[Name]['kind'] extends 'switch' ? 0 | 1 : 0 | 1 | 2;
};
/** For each setting, `Switch` or `Audience` by its kind, under its name in records. */
export type PrivacyFields<Switch, Audience> = {
  [Name in PrivacyName]: Table[Name]['kind'] extends 'switch' ? Switch : Audience;
};
/** Likewise, under its key in inputs. */
export type PrivacyInputs<Switch, Audience> = {
  [Name in PrivacyName as Table[Name]['key']]: Table[Name]['kind'] extends 'switch' ? Switch : Audience;
};

export const privacyNames = Object.keys(PRIVACY_SETTINGS) as PrivacyName[];
/** Key of an input -> column. */
export const privacyColumnByKey = byPrivacy((name) => {
  const { key, column } = PRIVACY_SETTINGS[name];
  return [key, column];
}) as { [Name in PrivacyName as Table[Name]['key']]: Table[Name]['column'] };
export const privacyColumns = privacyNames.map((name) => PRIVACY_SETTINGS[name].column);

export function isPrivacySwitch(name: PrivacyName): name is PrivacyNamed<'switch'> {
  return PRIVACY_SETTINGS[name].kind === 'switch';
}

/** For each setting what belongs to its kind, under its name in records. */
export function privacyFields<Switch, Audience>(of: { switch: Switch; audience: Audience }) {
  return byPrivacy((name) => [name, of[PRIVACY_SETTINGS[name].kind]]) as PrivacyFields<Switch, Audience>;
}

/** Likewise, under its key in inputs. */
export function privacyInputs<Switch, Audience>(of: { switch: Switch; audience: Audience }) {
  return byPrivacy((name) => {
    const { key, kind } = PRIVACY_SETTINGS[name];
    return [key, of[kind]];
  }) as PrivacyInputs<Switch, Audience>;
}

/** The strictest value of every setting, as a removed person has it. */
export const STRICTEST_PRIVACY = byPrivacy((name) => {
  const { column, kind } = PRIVACY_SETTINGS[name];
  return [column, kind === 'switch' ? 0 : 2];
}) as PrivacyColumns;

/** The settings of a row as its record has them. */
export function privacyOf(row: PrivacyColumns) {
  return byPrivacy((name) => {
    const { column, kind } = PRIVACY_SETTINGS[name];
    return [name, kind === 'switch' ? row[column] === 1 : row[column]];
  }) as PrivacyFields<boolean, 0 | 1 | 2>;
}

function byPrivacy(entry: (name: PrivacyName) => [string, unknown]): unknown {
  return Object.fromEntries(privacyNames.map(entry));
}
