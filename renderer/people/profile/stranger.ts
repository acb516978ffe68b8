import type { Online, UserModel } from '../../../shared/contract/records';

/** Returns a person's own record as a stranger sees it: without what their privacy settings hide. */
export function asStrangerSees(person: UserModel): UserModel {
  return {
    ...person,
    RelationshipState: 'strangers',
    Avatar: person.ViewAvatarState === 0 ? person.Avatar : 0,
    Birthday: person.ViewBirthdayState === 0 ? person.Birthday : '',
    Friends: person.ViewFriendsState === 0 ? person.Friends : 0,
    Followers: person.ViewFriendsState === 0 ? person.Followers : 0,
    Online: ONLINE[person.OnlineType] ?? person.Online,
  };
}

/** The online status others see when a person's setting is approximate (1) or invisible (2). */
const ONLINE: Record<number, Online> = {
  1: { Online: false, LastBeen: 0, Degree: 'recently', Status: '' },
  2: { Online: false, LastBeen: 0, Degree: 'hidden', Status: '' },
};
