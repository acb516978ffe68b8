import type { HostingMessages } from '../../en-hosting';

export const emojiPicker: HostingMessages['emojiPicker'] = {
  label: 'Емодзі',
  search: 'Пошук',
  results: 'Результати',
  loading: 'Завантаження…',
  failed: 'Емодзі не завантажилися.',
  unsupported: 'Цей браузер не показує кольорових емодзі.',
  favorites: 'Часто вживані',
  categories: 'Категорії емодзі',
  description: 'Коли є результати, вибирайте стрілками вгору та вниз і натисніть Enter.',
  skinTone: 'Відтінок шкіри (зараз {skinTone})',
  skinToneDescription: 'Коли відкрито, вибирайте стрілками вгору та вниз і натисніть Enter.',
  skinTonesLabel: 'Відтінки шкіри',
  skinTones: ['Типовий', 'Світлий', 'Середньо-світлий', 'Середній', 'Середньо-темний', 'Темний'],
  groups: {
    custom: 'Власні',
    'smileys-emotion': 'Усмішки',
    'people-body': 'Люди',
    'animals-nature': 'Тварини й природа',
    'food-drink': 'Їжа й напої',
    'travel-places': 'Подорожі й місця',
    activities: 'Дозвілля',
    objects: 'Предмети',
    symbols: 'Символи',
    flags: 'Прапори',
  },
};
