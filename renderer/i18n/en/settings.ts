/** Settings of the person and of the community. */
export const settings = {
  title: 'Settings',
  profile: 'Profile',
  privacy: 'Privacy',
  account: 'Account and password',
  sessions: 'Sessions and tokens',
  appearance: 'Appearance',
  language: 'Language',
};
