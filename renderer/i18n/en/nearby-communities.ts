import { inEnglish } from '../../../shared/texts/en/plural';

/** Communities on the network. */
export const nearbyCommunities = {
  title: 'On your network',
  searching: 'Searching your network',
  found: (count: number) => inEnglish(count, { one: 'community found', other: 'communities found' }),
  yours: 'Yours',
  joined: 'Joined',
  noAnswer: 'No answer',
  none: 'No communities found on your network',
  noneText:
    'On the host computer, turn on sharing in Settings → Network. Both computers must be on the same network.',
  noneMore: 'Guest networks often block connections between devices. A link or an address may still work.',
  noNetwork: 'This computer isn’t connected to a network',
  noNetworkText: 'Connect to Wi-Fi or plug in a cable, then search again.',
  again: 'Search again',
  key: (key: string) => `Fingerprint ${key}`,
  diagnosis: {
    open: 'What’s wrong?',
    openFor: (name: string) => `What’s wrong with ${name}?`,
  },
};
