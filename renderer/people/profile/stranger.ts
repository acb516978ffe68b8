import type { Online, UserModel } from '../../../shared/contract/records';

/** A person's own record as somebody would have it who is nothing to them: without what their privacy keeps from strangers. */
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

/** What others see of whoever is approximate, or invisible, by the number of the setting. */
const ONLINE: Record<number, Online> = {
  1: { Online: false, LastBeen: 0, Degree: 'recently', Status: '' },
  2: { Online: false, LastBeen: 0, Degree: 'hidden', Status: '' },
};
