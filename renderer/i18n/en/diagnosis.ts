/** Why a host can't be reached. They are loaded with the window that finds it out. */
export const diagnosis = {
  title: 'Connection problem',
  testing: 'Testing the connection',
  again: 'Test again',
  steps: {
    network: 'This computer is connected to a network',
    way: 'The host is on this network',
    machine: 'The host computer is on',
    port: 'Courtyard is running there',
    community: 'It’s the right community',
    answer: 'You can sign in',
  },
  tried: 'Addresses tried',
  answers: { community: 'answers', other: 'unexpected answer', nothing: 'no answer' },
  outcomes: { good: 'OK', bad: 'failed', untried: 'not tested' },
  verdicts: {
    fine: {
      title: 'Everything works from here',
      advice: ['The host answers. Unsent messages go out in a moment; “Try now” speeds it up.'],
    },
    no_network: {
      title: 'This computer isn’t connected to a network',
      advice: ['Connect to the network that the host is on. Internet access isn’t needed.'],
    },
    unknown_name: {
      title: 'This network doesn’t know the host’s name',
      advice: [
        'Check the address for typos.',
        'Use the numeric address instead. It’s in Settings → Network on the host computer.',
      ],
    },
    other_network: {
      title: 'The host is on another network',
      advice: [
        'Connect both computers to the same Wi-Fi or router. A guest network counts as a different one.',
        'If they’re already on the same network, the host’s address has changed. Ask for a new link.',
      ],
    },
    tunnel: {
      title: 'A VPN is blocking the connection',
      advice: [
        'Turn off the VPN on this computer, or allow local network access in it, and test again.',
        'If it doesn’t help, the host is on another network. Connect both computers to the same one.',
      ],
    },
    moved: {
      title: 'The host has a new address',
      advice: ['The community is at a new address. Join it there: your account is the same.'],
    },
    asleep: {
      title: 'The host computer doesn’t answer',
      advice: [
        'It’s off, asleep or no longer on this network. Wake it and check its Wi-Fi or cable.',
        'If it’s on, the router may be isolating devices. Turn off “client isolation” or “guest mode” in the router.',
      ],
    },
    blocked: {
      title: 'A firewall on the host is blocking connections',
      advice: [
        'The computer is on, but Courtyard can’t be reached. Settings → Network on the host explains how to open the port.',
        'Also check that Courtyard is still running there.',
      ],
    },
    not_shared: {
      title: 'Courtyard isn’t running or shared there',
      advice: [
        'The computer answers, but Courtyard isn’t running, isn’t shared, or uses another port.',
        'Start Courtyard there. Settings → Network shows the link with the right port.',
      ],
    },
    not_a_host: {
      title: 'Another service is using this address',
      advice: ['It isn’t a Courtyard community. The host’s address or port has changed. Ask for a new link.'],
    },
    wrong_key: {
      title: 'Another community is using this address',
      advice: [
        'Nothing was sent to it. Ask your host for a new link, and compare the fingerprint before you continue.',
      ],
    },
    strange_name: {
      title: 'The host doesn’t accept this address',
      advice: [
        'Use one of the addresses in Settings → Network on the host computer.',
        'Behind a router or in a container, add the address on the host with --hosts.',
      ],
    },
    failing: {
      title: 'The host has a problem',
      advice: ['Wait a moment and test again. If it doesn’t help, restart Courtyard on the host computer.'],
    },
  },
  vpn: 'This computer is using a VPN. If nothing else helps, turn it off and test again.',
  foundAt: (address: string) => `The community answers at ${address}.`,
  goThere: 'Connect',
  compare: (address: string) =>
    `To test from both ends, open Settings → Network on the host computer. “Recent visitors” shows whether ${address} got through.`,
  failed: 'The test failed. Try again.',
  browser: [
    'Is the host computer on and awake, with Courtyard running?',
    'Is this device on the same network? A VPN, mobile data or a guest network is a different one.',
    'Has the host’s address changed? Settings → Network on its computer shows the link.',
    'Does the host’s firewall allow the port?',
  ],
  browserText: 'A browser can’t test the connection (the app can). Check these one by one:',
};

export type DiagnosisMessages = typeof diagnosis;
