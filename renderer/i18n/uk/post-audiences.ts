import type { PostAudienceMessages } from '../en/post-audiences';

export const postAudiences: PostAudienceMessages = {
  label: 'Хто це побачить',
  options: { 0: 'Для всіх', 1: 'Для друзів', 2: 'Лише для мене' },
  marks: { 1: 'для друзів', 2: 'лише для вас' },
  comments: {
    close: 'Закрити коментарі',
    open: 'Відкрити коментарі',
    nowClosed: 'Коментарі закрито. Коментувати можете лише ви.',
    nowOpen: 'Коментарі відкрито',
    closedBy: (name) => `${name}: коментарі до цього допису закрито.`,
  },
};
