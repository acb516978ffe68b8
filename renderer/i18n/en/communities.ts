import { inEnglish } from '../../../shared/texts/en/plural';

/** Several communities in one window: your own and the joined ones. */
export const communities = {
  title: 'Communities',
  own: 'Your community',
  add: 'Join a community',
  unread: (count: number) => inEnglish(count, { one: 'new message', other: 'new messages' }),
  away: 'host offline',
  superseded: 'moved to another computer that can’t be reached',
  blocked: 'needs attention',
  pausesMusic: 'pauses the music',
  goTo: 'Switch community',
  leave: (name: string) => `Leave ${name}`,
  leaveTitle: (name: string) => `Leave ${name}?`,
  leaveText:
    'You’ll be signed out, and this app will forget the community and your drafts. Your account there stays.',
  leaveUnsent: 'What wasn’t sent will be lost.',
  hostedHere: 'This computer hosts the community. Move it to another computer before you leave.',
  leaveAction: 'Leave',
  stay: 'Stay',
  join: {
    title: 'Join a community',
    description: 'Enter the address or link of a community that someone hosts.',
    field: 'Address or link',
    hint: 'From the person who invited you. Example: 192.168.1.5:8701',
    looking: 'Connecting',
    onNetwork: 'Join one on your network',
    errors: {
      address: 'This isn’t a community address or link.',
      nobody: 'There’s no Courtyard community at this address.',
      other: 'A different community is at this address now. Ask for a new link.',
      away: 'No answer. Check that the host computer is on and connected to this network.',
      full: 'You’ve joined the maximum number of communities. Leave one first.',
    },
    at: (address: string) => `At ${address}`,
    fingerprint: 'Community fingerprint',
    verified: 'Verified: the host’s key matches your link.',
    unverified:
      'Not verified. Before you continue, compare this with the fingerprint under Settings → Network in that community.',
    join: 'Join',
    known: 'You’ve already joined this community.',
    yours: 'This is your community.',
    open: 'Open',
    back: 'Use another address',
    scan: {
      open: 'Scan QR code',
      title: 'Scan a community’s QR code',
      picture: 'Camera view',
      hint: 'Point the camera at the QR code. It’s on the invitation, or under Settings → Network in that community.',
      cameraStarting: 'Starting camera',
      cameraOff: 'Camera is off',
      camera: 'Camera',
      cameraErrors: {
        none: {
          title: 'No camera found',
          description: 'Connect a camera, or choose a photo or screenshot of the code.',
        },
        busy: {
          title: 'The camera is busy',
          description: 'Another app, such as a video call, may be using it. Close that app and try again.',
        },
        refused: {
          title: 'No access to the camera',
          description:
            'Allow camera access in your computer’s privacy settings and try again, or choose a picture of the code.',
        },
      },
      pictureErrors: {
        strange: 'This QR code isn’t a Courtyard link. Try another one.',
        codeless: 'No QR code found in this picture. Choose one where the whole code is sharp and straight.',
        noPicture: 'This file isn’t a picture.',
        unreadable: 'Scanning doesn’t work here right now. Paste the link instead.',
      },
      choose: 'Choose a picture',
      reading: 'Reading',
      paste: 'You can also paste a screenshot.',
    },
  },
  changed: {
    title: 'The community’s key has changed',
    description: (name: string) =>
      `The host at the address of ${name} has a different key. Nothing was sent to it. Either another community uses this address now, or yours was set up again with a new key.`,
    known: 'Fingerprint you trust',
    shown: 'New fingerprint',
    other: (name: string) => `This is ${name}, which you have already joined. Nothing has moved.`,
    away: 'Don’t connect',
    again: 'Check again',
    compared: 'I asked the host, and the new fingerprint is correct',
    trust: 'Trust the new key',
  },
};
