import { inEnglish } from '../../../shared/plural';

/** Several communities in one window: the own one, and those that were joined. */
export const communities = {
  title: 'Communities',
  own: 'Your own community',
  add: 'Join a community',
  unread: (count: number) => inEnglish(count, { one: 'new message', other: 'new messages' }),
  away: 'host away',
  blocked: 'needs a look',
  goTo: 'Go to a community',
  leave: (name: string) => `Leave ${name} here`,
  leaveTitle: (name: string) => `Leave ${name}?`,
  leaveWords:
    'You are signed out, and this app forgets the community and your drafts. Your account there stays.',
  leaveAction: 'Leave',
  stay: 'Stay',
  join: {
    title: 'Join a community',
    words: 'One that somebody in your network hosts, in this app or anywhere.',
    field: 'Address or link',
    hint: 'From whoever invites you; like 192.168.1.5:8701',
    looking: 'Looking',
    onNetwork: 'Join one in your network',
    faults: {
      address: 'This is no address and no link of a community.',
      nobody: 'Something answers there, but it is no Courtyard community.',
      other: 'Another community than the link’s answers there. Ask for a new link.',
      away: 'Nobody answers there. Is the computer that hosts it on, and in this network?',
      full: 'This app has joined as many communities as it can. Leave one first.',
    },
    at: (address: string) => `At ${address}`,
    fingerprint: 'Fingerprint of the community',
    vouched: 'Your link carries this fingerprint, and the host has shown that it is its own.',
    unvouched:
      'An address alone proves nothing. Compare it with the fingerprint under Settings → Network in that community before you go on.',
    join: 'Join',
    known: 'You have joined it already.',
    yours: 'This is your own community.',
    open: 'Open it',
    back: 'Another address',
    scan: {
      open: 'Scan a code',
      title: 'Scan the code of a community',
      picture: 'What the camera sees',
      hint: 'Hold the QR code in the frame. It is with an invitation, or under Settings → Network there.',
      beginning: 'Turning the camera on',
      resting: 'The camera is off',
      camera: 'Camera',
      faults: {
        none: {
          title: 'No camera found',
          words: 'Plug one in, or choose a picture of the code: a photo or a screenshot.',
        },
        busy: {
          title: 'The camera can’t be used now',
          words: 'Another program may be using it, such as a video call. Close that one and try again.',
        },
        refused: {
          title: 'Courtyard may not use the camera',
          words:
            'Allow it in the privacy settings of this computer and try again, or choose a picture of the code.',
        },
      },
      duds: {
        strange: 'This code is no link of a Courtyard community. Hold another one in the frame.',
        codeless: 'No code was found in this picture. Choose one that shows all of it, sharp and straight.',
        noPicture: 'This file can’t be read as a picture.',
        unreadable: 'Codes can’t be read here just now. Paste the link in place of the code.',
      },
      choose: 'Choose a picture',
      reading: 'Reading',
      paste: 'A copied screenshot can be pasted here.',
    },
  },
  changed: {
    title: 'This is not the community you joined',
    words: (name: string) =>
      `At the address of ${name} another key answers. Nothing was sent there, and nobody there learns who you are. Either another community is there now, or yours was made anew and has a new key.`,
    known: 'The fingerprint that you know',
    shown: 'The fingerprint that answers now',
    other: (name: string) => `It is ${name}, which this app knows by itself: nothing has moved.`,
    away: 'Stay away',
    again: 'Look again',
    compared: 'I have asked whoever hosts it, and the new fingerprint is right',
    trust: 'It moved: trust the new key',
  },
};
