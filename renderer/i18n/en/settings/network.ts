import { inEnglish } from '../../../../shared/texts/en/plural';

/** How the community is shared on the network. */
export const network = {
  share: 'Share on the network',
  shareText: 'People can join from the app or any browser while this computer is on.',
  fixed: 'Set in the host’s settings.',
  impossible: 'This community can’t be shared',
  impossibleText: 'It’s only for trying things out.',
  failed: 'Not shared at the moment',
  failures: {
    port_taken: (port: number) =>
      `Port ${port} is used by another program. Close it, or choose another port.`,
    port_refused: (port: number) => `Courtyard isn’t allowed to use port ${port}. Choose one above 1023.`,
    failed: () => 'See the host’s log for details.',
  },
  link: 'Invite link',
  linkText: 'Scan the QR code, or open the link on another device on the same network.',
  forGuests: 'Link for guests',
  qrOf: (name: string) => `QR code: link to ${name}`,
  key: 'Community fingerprint',
  keyText: 'It identifies the community wherever it’s hosted. Compare it when in doubt.',
  others: (count: number) => inEnglish(count, { one: 'other address', other: 'other addresses' }),
  kinds: {
    given: () => 'Name from the host’s settings',
    ipv4: (network: string) => `On network ${network}`,
    ipv6: (network: string) => `On network ${network}, IPv6`,
    name: () => 'By name, where the network resolves it',
  },
  plainKind: 'Without TLS',
  copyOf: (address: string) => `Copy ${address}`,
  firewall: (port: number) =>
    `If a device can’t connect, allow TCP port ${port} in this computer’s firewall.`,
  /** After it is shared. */
  invite: {
    title: 'Invite people',
    open: 'The link is enough for anyone on the network. An invitation leads straight to creating an account.',
    invite: 'Only people with an invitation can create an account. Create one and share it.',
  },
  reach: {
    title: 'Who can access what',
    here: 'This computer: the app, and programs that run on it.',
    nobody: 'No one else, on any network.',
    signInPage:
      'Every device on your networks can open the sign-in page and see the name, the photo and the number of members.',
    registration: {
      open: 'Anyone who can open it can create an account.',
      invite: 'Only people with an invitation can create an account.',
      closed: 'No one can create an account. Existing members can sign in.',
    },
    members: 'Members see the same as here: permissions and privacy apply everywhere.',
    outside: 'No one on the internet, unless your router forwards this port.',
    change: 'Change who can join',
  },
  warning: {
    title: 'First visit in a browser',
    description:
      'Browsers warn once, because the certificate comes from this community and not from a known authority. The app doesn’t warn: its link carries the fingerprint.',
    steps: [
      'Open the link. The browser says the connection isn’t private or warns of a risk.',
      'Choose “Advanced”, then “Proceed” or “Accept the risk and continue”.',
      'To be sure, check the certificate first: its issuer is the fingerprint above.',
    ],
  },
  check: {
    title: 'If someone can’t connect',
    description: 'Test this computer here. On the other computer, choose “What’s wrong?” in the app.',
    action: 'Test this computer',
    again: 'Test again',
    testing: 'Testing',
    announced: {
      announced: 'Announced on the network: apps find it automatically.',
      failed: 'Couldn’t announce it: the network doesn’t support multicast. Apps still try nearby addresses.',
      off: 'Not announced, because it isn’t shared.',
      unwanted: 'Not announced, because of the host’s settings. Share the link instead.',
    },
    answers: (address: string) => `${address} answers.`,
    noAnswer: (address: string) => `${address} doesn’t answer, even from this computer.`,
    visitors: 'Recent visitors',
    nobody:
      'No one since Courtyard started. If another computer tries and doesn’t appear here, it’s on another network or a firewall blocks it.',
    arrived: (time: string) => `Connected, ${time}`,
    searched: (time: string) =>
      `Only searched, ${time}: it can see this computer, so a firewall is blocking it`,
    firewall: {
      title: 'Allow the port in the firewall',
      linux: (port: number) =>
        `On Linux, as root: “ufw allow ${port}/tcp” or “firewall-cmd --permanent --add-port=${port}/tcp”, whichever your system has.`,
      darwin: () =>
        'On macOS: System Settings → Network → Firewall → Options, and allow incoming connections for Courtyard.',
      win32: (port: number) =>
        `On Windows: allow Courtyard in “Windows Security → Firewall → Allow an app” for private networks, or TCP port ${port}. Mark this network as private.`,
      other: (port: number) => `Allow TCP port ${port} in this system’s firewall.`,
    },
  },
  how: 'Sharing options',
  port: 'Port',
  portHint: 'The number after the colon. Links you shared before use the old port.',
  portFault: 'Enter a number from 1 to 65535.',
  portMoved: 'Port changed',
  plain: 'Allow connections without TLS',
  plainText: 'Only for networks where you trust everyone: no browser warnings, but no encryption either.',
  plainOn: 'Not private',
  plainOnText: 'Anyone on the network can read connections without TLS, including passwords.',
};
