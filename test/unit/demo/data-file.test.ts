import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoCommunity } from '../../../electron/demo/community-data';
import { conversations, lastConversations } from '../../../electron/demo/conversation-data';
import { fillDrawing, parseDataFile } from '../../../electron/demo/data-file';
import { demoDialogs } from '../../../electron/demo/dialog-data';
import { demoPeople } from '../../../electron/demo/people-data';
import { gatherings } from '../../../electron/demo/script/gathering-events';

const DATA = join(import.meta.dirname, '..', '..', '..', 'electron', 'demo', 'data');

describe('a data file of the demo community', () => {
  it('is rejected with its name and the path of the wrong value', () => {
    const schema = z.array(z.strictObject({ key: z.string(), came: z.number() }));
    const content = [
      { key: 'olena', came: 60 },
      { key: 'jonas', came: 'yesterday' },
    ];
    expect(() => parseDataFile('people.json', schema, content)).toThrow(
      /electron\/demo\/data\/people\.json is invalid at 1\.came: /,
    );
  });

  it('is rejected for a property unknown to its schema', () => {
    const schema = z.strictObject({ name: z.string() });
    expect(() => parseDataFile('community.json', schema, { name: 'Lypova', nmae: '' })).toThrow(
      /community\.json.*nmae/,
    );
  });

  it('names only existing people and dialogs', () => {
    const people = new Set(demoPeople.map(({ key }) => key));
    const { owner, admin, member, banned, activeInTheLastHour, pendingFriendRequests } = demoCommunity;
    const named = [owner, admin, member, banned, ...activeInTheLastHour, ...pendingFriendRequests];
    for (const { owner, admins, members } of demoDialogs) {
      named.push(owner, ...admins, ...(members === 'all' ? [] : members));
    }
    for (const { by, answers, thread } of gatherings) {
      named.push(by, ...Object.values(answers).flat(), ...thread.map((reply) => reply.by));
    }
    expect(named.filter((key) => !people.has(key))).toEqual([]);
    expect(lastConversations.map(({ dialog }) => dialog).sort()).toEqual(
      demoDialogs.map(({ key }) => key).sort(),
    );
  });

  it('has every deck that a dialog plays', () => {
    const decks = Object.entries(conversations).flatMap(([language, texts]) =>
      Object.keys(texts).map((subject) => `${language} ${subject}`),
    );
    const played = new Set<string>(demoDialogs.flatMap((dialog) => dialog.decks));
    expect([...played].filter((deck) => !decks.includes(deck))).toEqual([]);
  });
});

describe('a drawing of the demo community', () => {
  it('has its placeholders filled', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect fill="{cloth}"/></svg>\n';
    expect(fillDrawing('face.svg', svg, { cloth: '#2f7d5b' })).toBe('<rect fill="#2f7d5b"/>');
  });

  it('is rejected by name for a placeholder without a value', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect fill="{cloth}"/></svg>';
    expect(() => fillDrawing('face.svg', svg, {})).toThrow(/data\/face\.svg has no value for \{cloth\}/);
  });

  it.each(readdirSync(join(DATA, 'portraits')))('%s is one SVG element', (file) => {
    const svg = readFileSync(join(DATA, 'portraits', file), 'utf8');
    const values = new Proxy({}, { get: () => '', has: () => true });
    expect(() => fillDrawing(file, svg, values)).not.toThrow();
  });
});
