import type { Author, UserModel } from './contract/records';

/** Returns a full record in the form of a short one, whose flags are numbers. */
export function toAuthor(user: UserModel): Author & Omit<UserModel, keyof Author> {
  return {
    ...user,
    Creative: user.Creative ? 1 : 0,
    Ban: user.Ban ? 1 : 0,
    Deleted: user.Deleted ? 1 : 0,
  };
}
