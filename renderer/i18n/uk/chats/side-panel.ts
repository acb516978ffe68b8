import { inUkrainian } from '../../../../shared/texts/uk/plural';
import type { SidePanelMessages } from '../../en/chats/side-panel';

export const sidePanel: SidePanelMessages = {
  allMembers: 'Показати всіх учасників',
  findMember: 'Знайти учасника',
  close: 'Закрити панель',
  notifications: 'Сповіщення',
  on: 'Увімкнено',
  off: (until) => (until ? `Вимкнено до ${until}` : 'Вимкнено'),
  members: 'Учасники',
  subscribers: 'Підписники',
  invitations: 'Запрошення',
  active: (count) => inUkrainian(count, { one: 'дійсне', few: 'дійсні', many: 'дійсних' }),
  tag: 'Мітка',
  topic: 'Тема',
  private: 'Приватно: лише за запрошенням',
  profile: 'Відкрити профіль',
  more: 'Показати більше учасників',
  addPeople: 'Додати людей',
  notAdded: (names) => `Не вдалося додати: ${names}. Надішліть їм запрошення.`,
  added: (count) => `Додано: ${inUkrainian(count, { one: 'людину', few: 'людини', many: 'людей' })}`,
  sharedMedia: {
    title: 'Спільні медіа',
    kinds: { photos: 'Фото', videos: 'Відео', files: 'Файли', tracks: 'Музика', links: 'Посилання' },
    goTo: (date) => `До повідомлення за ${date}`,
  },
  memberMenu: {
    label: (name) => `Дії: ${name}`,
    write: 'Написати',
    makeAdmin: 'Зробити адміністратором',
    makeMember: 'Зняти роль адміністратора',
    makeOwner: 'Передати права власника',
    handOver: {
      title: (name) => `Передати права власника: ${name}?`,
      description: 'Ця людина стане власником, а ви адміністратором. Повернути зможе лише вона.',
      confirm: 'Передати',
    },
    remove: 'Вилучити',
    removing: {
      title: (name) => `Вилучити: ${name}?`,
      description: 'Ця людина більше не отримуватиме повідомлень. Її можна запросити знову.',
    },
  },
  invitationsWindow: {
    title: 'Запрошення',
    description: 'Приєднатися може кожен, хто має посилання або код.',
    none: 'Ще немає запрошень',
    create: 'Нове запрошення',
    qrOf: (name) => `QR-код запрошення: ${name}`,
  },
};
