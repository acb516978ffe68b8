/** People: profiles, friends, finding somebody. */
export const people = {
  title: 'People',
  addFriend: 'Add friend',
  cancelRequest: 'Cancel request',
  accept: 'Accept',
  removeFriend: 'Remove friend',
};
