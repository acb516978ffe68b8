import type { Messages } from '../../en';
import { inUkrainian } from '../../../../shared/texts/uk/plural';

export const gifts: Messages['gifts'] = {
  title: 'Подарунки',
  to: (name) => `Подарунки: ${name}`,
  yours: 'Ваші подарунки',
  showAll: 'Показати всі',
  empty: 'Тут з’являться ваші подарунки.',
  someone: 'Хтось',
  from: (name) => `Від: ${name}`,
  line: (gift, giver, note) => `${gift} — від: ${giver}${note ? `. «${note}»` : ''}`,
  give: 'Зробити подарунок',
  giveTitle: (name) => `Подарунок: ${name}`,
  choose: 'Виберіть подарунок',
  yourCoins: (coins) => `У вас ${inUkrainian(coins, { one: 'монета', few: 'монети', many: 'монет' })}.`,
  cost: (coins) => inUkrainian(coins, { one: 'монета', few: 'монети', many: 'монет' }),
  giveFor: (coins) => `Подарувати за ${inUkrainian(coins, { one: 'монету', few: 'монети', many: 'монет' })}`,
  tooFew: (missing) =>
    `Для цього бракує ${inUkrainian(missing, { one: 'монети', few: 'монет', many: 'монет' })}.`,
  daily: (coins) =>
    `За кожен день, коли ви заходите сюди, ви отримуєте ${inUkrainian(coins, { one: 'монету', few: 'монети', many: 'монет' })}.`,
  byPromo: 'Монети можна отримати за промокодами від адміністраторів.',
  note: 'Записка',
  noNote: (name) => `${name} не приймає від вас повідомлень, тож подарунок буде без записки.`,
  shown: 'Що бачать інші',
  shownHint: (name) => `${name} бачить, від кого подарунок.`,
  shownOptions: { all: 'Моє ім’я й записку', name: 'Лише моє ім’я', nothing: 'Приховати моє ім’я' },
  given: (name) => `${name}: подарунок надіслано`,
  hasIt: (name) => `${name} вже це має.`,
  refused: (name) => `Не вдалося подарувати: ${name}. Монети не списано.`,
  names: {
    1: 'Чашка чаю',
    2: 'Ромашки',
    3: 'Листівка',
    4: 'Яблучний пиріг',
    5: 'Тюльпани',
    6: 'Святковий торт',
    7: 'Паперовий змій',
    8: 'Гірлянда вогників',
    9: 'Кущ троянд',
    10: 'Золотий ключ',
  },
};
