import { z } from 'zod';
import { parseDataFile } from './data-file';
import slotsContent from './data/slots.json';

const Slots = z.record(z.string(), z.array(z.string()).min(1));

/** The texts that can fill a slot of a script, by language. An empty text leaves the slot out. */
export const slots = parseDataFile('slots.json', z.strictObject({ en: Slots, uk: Slots }), slotsContent);
