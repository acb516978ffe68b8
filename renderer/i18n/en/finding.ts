import { inEnglish } from '../../../shared/plural';

/** Communities in the network, and why a host can't be reached. */
export const finding = {
  title: 'In your network',
  searching: 'Searching your network',
  found: (count: number) => inEnglish(count, { one: 'community found', other: 'communities found' }),
  yours: 'Yours',
  joined: 'Joined',
  silent: 'Doesn’t answer',
  none: 'Nothing found in your network',
  noneWords:
    'On the computer that hosts it, Settings → Network must be on, and both must be in the same network.',
  noneMore: 'Networks for guests often keep devices apart. A link or an address may still work.',
  noNetwork: 'This computer is in no network',
  noNetworkWords: 'Connect it by Wi-Fi or cable, then search again.',
  again: 'Search again',
  key: (key: string) => `Fingerprint ${key}`,
  doctor: {
    open: 'What’s wrong?',
    openFor: (name: string) => `What’s wrong with ${name}?`,
    title: 'Why the host can’t be reached',
    testing: 'Testing the way to the host',
    again: 'Test again',
    steps: {
      network: 'This computer is in a network',
      way: 'The way leads to the host',
      machine: 'The host’s computer is awake',
      port: 'Courtyard answers there',
      community: 'It is the right community',
      answer: 'It lets you in',
    },
    tried: 'Addresses that were tried',
    answers: { community: 'answers', other: 'answers, but not rightly', nothing: 'doesn’t answer' },
    outcomes: { good: 'in order', bad: 'broken', untried: 'not tested' },
    verdicts: {
      fine: {
        title: 'From here everything is in order',
        advice: ['The host answers. What waits goes out in a moment; “Try now” speeds it up.'],
      },
      no_network: {
        title: 'This computer is in no network',
        advice: ['Connect it by Wi-Fi or cable. It needs no internet, only the network that the host is in.'],
      },
      unknown_name: {
        title: 'Nobody in this network knows the host’s name',
        advice: [
          'Check the address for a misspelling.',
          'Ask for the address in numbers: it is in Settings → Network on the host’s computer.',
        ],
      },
      other_network: {
        title: 'The host is in another network',
        advice: [
          'Connect both computers to the same Wi-Fi or router. A network for guests is another one.',
          'If they are in the same one, the host has a new address: ask for the link anew.',
        ],
      },
      tunnel: {
        title: 'A VPN stands in the way',
        advice: [
          'Turn the VPN of this computer off, or let it pass your own network, and test again.',
          'If it stays so, the host is in another network: connect both to the same one.',
        ],
      },
      moved: {
        title: 'The host has moved to another address',
        advice: ['The community answers there. Join it by the new address: your account is the same.'],
      },
      asleep: {
        title: 'The host’s computer says nothing',
        advice: [
          'It is off, asleep, or no longer in this network. Wake it, and look that its Wi-Fi or cable is connected.',
          'If it is on, its network may keep devices apart: switch off “isolation” or “guest mode” in the router.',
        ],
      },
      blocked: {
        title: 'A firewall on the host keeps guests out',
        advice: [
          'Its computer is awake, but Courtyard can’t be reached. There, Settings → Network says how to let the port through.',
          'Also look that Courtyard still runs there.',
        ],
      },
      not_shared: {
        title: 'Courtyard isn’t shared there',
        advice: [
          'The computer answers, but Courtyard doesn’t run on it, isn’t shared, or uses another port.',
          'Start it there, and look at Settings → Network: it shows the link with the right port.',
        ],
      },
      not_a_host: {
        title: 'Something else answers at this address',
        advice: [
          'It is no Courtyard community. The host has another address or port now: ask for the link anew.',
        ],
      },
      wrong_key: {
        title: 'Another community answers at this address',
        advice: [
          'Nothing was sent to it. Ask whoever hosts yours for a new link, and compare the fingerprint before you go on.',
        ],
      },
      strange_name: {
        title: 'The host doesn’t answer under this address',
        advice: [
          'Use one of the addresses in Settings → Network on the host’s computer.',
          'Behind a router or in a container the host must be told the address: “--hosts”.',
        ],
      },
      failing: {
        title: 'The host is there, but something is wrong with it',
        advice: ['Wait a moment and test again. If it stays so, restart Courtyard on the host’s computer.'],
      },
    },
    vpn: 'A VPN is on at this computer. If nothing else helps, turn it off and test again.',
    foundAt: (address: string) => `The community answers at ${address}.`,
    goThere: 'Go there',
    compare: (address: string) =>
      `To test from both ends: on the host’s computer open Settings → Network. Under “Who came to the door” it shows whether ${address} arrived.`,
    failed: 'The test itself failed. Please try again.',
    browser: [
      'Is the computer that hosts the community on and awake, and does Courtyard run there?',
      'Is this device in the same network? A VPN, mobile data or a network for guests leads elsewhere.',
      'Has the host’s address changed? Settings → Network on its computer shows the link.',
      'Does a firewall there let the port through?',
    ],
    browserWords: 'A browser can’t test the way itself. The app can. Look at these one after the other:',
  },
};
