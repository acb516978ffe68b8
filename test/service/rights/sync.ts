import { IN_DUET, IN_SQUARE, IN_YARD, nothing, row, SIGNED_IN, UNKNOWN, type Row } from './answers';

export const syncRows: Row[] = [
  row('sync.begin', '', nothing, SIGNED_IN),
  row('sync.page', 'the community', () => ({ scope: 'community:0' }), SIGNED_IN),
  row(
    'sync.page',
    'what is their own',
    (w, caller) => ({ scope: `person:${caller === 'ann' ? w.ann.id : w.callers[caller].id}` }),
    SIGNED_IN,
  ),
  row('sync.page', "what is another's", (w) => ({ scope: `person:${w.nick}` }), UNKNOWN),
  row('sync.page', 'a private group', (w) => ({ scope: `dialog:${w.yard}` }), IN_YARD),
  row('sync.page', 'a public group', (w) => ({ scope: `dialog:${w.square}` }), IN_SQUARE),
  row('sync.page', 'a private dialog', (w) => ({ scope: `dialog:${w.duet}` }), IN_DUET),
  row('sync.page', 'a wall that they do not follow', (w) => ({ scope: `wall:${w.nick}` }), UNKNOWN),
  row('sync.changes', '', () => ({ log: '', since: 0 }), SIGNED_IN),
];
