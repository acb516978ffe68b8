import { inEnglish } from '../../../shared/plural';

/** How the community is shared on the network. */
export const network = {
  share: 'Share on the network',
  shareWords: 'Others come in from the app or any browser, as long as this computer is on.',
  fixed: 'The settings of the host decide this.',
  impossible: 'This community cannot be shared',
  impossibleWords: 'It is here to look around in.',
  failed: 'Not shared at the moment',
  failures: {
    port_taken: (port: number) => `Another program has port ${port}. End it, or choose another port.`,
    port_refused: (port: number) => `This program may not use port ${port}. Choose one above 1023.`,
    failed: () => 'The log of the host says more.',
  },
  link: 'The way in',
  linkWords: 'Point a camera at the picture, or open the link on another device of the same network.',
  forGuests: 'Link for guests',
  qrOf: (name: string) => `QR code of the link to ${name}`,
  key: 'Fingerprint of the community',
  keyWords: 'The app knows the community by it, wherever it is hosted. Compare it when in doubt.',
  copyKey: 'Copy the fingerprint',
  others: (count: number) => inEnglish(count, { one: 'other address', other: 'other addresses' }),
  kinds: {
    given: () => 'Name from the settings of the host',
    ipv4: (network: string) => `In the network ${network}`,
    ipv6: (network: string) => `In the network ${network}, IPv6`,
    name: () => 'By name, where the network knows it',
  },
  plainKind: 'Without TLS',
  copyOf: (address: string) => `Copy ${address}`,
  firewall: (port: number) =>
    `If a device finds nobody there, let port ${port} (TCP) through the firewall of this computer.`,
  /** Once it is shared. */
  invite: {
    title: 'Invite people',
    open: 'The link is enough for whoever is in the network. An invitation leads straight to a new account.',
    invite: 'Only somebody with an invitation can make an account. Make one, and hand it over.',
  },
  reach: {
    title: 'Who can reach what',
    here: 'This computer: its window, and programs that run on it.',
    nobody: 'Nobody else, in no network.',
    door: 'Every device in your networks comes to the door, and sees the name, the picture and how many members there are.',
    registration: {
      open: 'Anybody at the door can make an account.',
      invite: 'Only somebody with an invitation can make an account.',
      closed: 'Nobody can make an account. Those who have one sign in.',
    },
    members: 'Members see just what they see here: rights and privacy are the same everywhere.',
    outside: 'Nobody on the internet, unless your router passes this port on.',
    change: 'Change who may join',
  },
  warning: {
    title: 'The first visit in a browser',
    words:
      'Browsers warn once, since no company has vouched for this community. It has vouched for itself. The app doesn’t ask: its link carries the fingerprint.',
    steps: [
      'Open the link. The browser says that the connection is not private or that there is a risk.',
      'Choose “Advanced”, then “Proceed” or “Accept the risk and continue”.',
      'To be sure, look at the certificate first: it is issued by the fingerprint above.',
    ],
  },
  check: {
    title: 'If somebody can’t get in',
    words: 'Test this end here. On the other computer, choose “What’s wrong?” in the app.',
    action: 'Test this end',
    again: 'Test again',
    testing: 'Testing',
    announced: {
      announced: 'Announced in the network: apps find it by themselves.',
      failed: 'Could not be announced: the network takes no multicast. Apps still try the addresses around.',
      off: 'Not announced, since it isn’t shared.',
      unwanted: 'Not announced, as the settings of the host want it. Give others the link.',
    },
    answers: (address: string) => `${address} answers.`,
    silent: (address: string) => `${address} doesn’t answer, not even here.`,
    visitors: 'Who came to the door',
    nobody:
      'Nobody has come since the program began. If another computer tries and doesn’t appear here, it is in another network, or a firewall keeps it out.',
    arrived: (time: string) => `Arrived, ${time}`,
    searched: (time: string) =>
      `Has only searched, ${time}: it hears this computer, so a firewall keeps it out`,
    firewall: {
      title: 'Letting the port through the firewall',
      linux: (port: number) =>
        `On Linux, as root: “ufw allow ${port}/tcp” or “firewall-cmd --permanent --add-port=${port}/tcp”, whichever your system has.`,
      darwin: () =>
        'On macOS: System Settings → Network → Firewall → Options, and allow incoming connections for Courtyard.',
      win32: (port: number) =>
        `On Windows: let Courtyard through in “Windows Security → Firewall → Allow an app”, for private networks, or TCP port ${port}. Mark this network as private.`,
      other: (port: number) => `Let TCP port ${port} through the firewall of this system.`,
    },
  },
  how: 'How it is shared',
  port: 'Port',
  portHint: 'The number after the colon. Links that were given away before lead to the old one.',
  portFault: 'A number from 1 to 65535.',
  portMoved: 'Guests come by this port now',
  plain: 'Let guests in without TLS',
  plainWords: 'Only for a network where you trust everybody: no warnings, and no secrets either.',
  plainOn: 'Not private',
  plainOnWords: 'Whoever is in the network can read what comes without TLS, passwords too.',
};
