import type { SilenceMessages } from '../../en/chats/silences';

export const silences: SilenceMessages = {
  begin: 'Заборонити писати',
  times: ['На годину', 'На 8 годин', 'На добу', 'Доки не дозволю'],
  end: 'Знову дозволити писати',
  own: (until) =>
    until ? `Адміністратор заборонив вам писати тут до ${until}.` : 'Адміністратор заборонив вам писати тут.',
  of: (until) => (until ? `Не може писати до ${until}` : 'Не може писати'),
};
