/** The first pages: making or joining a community, signing in. */
export const welcome = {
  title: 'A place for the people around you',
  words: 'It lives on this computer and your own network. No one else keeps a copy.',
  signIn: 'Sign in',
};
