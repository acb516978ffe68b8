import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { neighbours } from './people';

/** A file of the practice community. */
export interface Document {
  /** What scripts call it. */
  key: string;
  name: string;
  folder: string;
  /** Whose it is, by key. */
  by: string;
  make: () => Buffer | Promise<Buffer>;
}

/** The drawer of files of Lypova Street. */
export const documents: readonly Document[] = [
  { key: 'rota', name: 'Cleaning rota.csv', folder: 'House', by: 'nina', make: rota },
  { key: 'notice', name: 'Вода - оголошення.txt', folder: 'House', by: 'andriy', make: notice },
  { key: 'estimate', name: 'Кошторис - під’їзд.pdf', folder: 'Ремонт', by: 'andriy', make: estimate },
  { key: 'minutes', name: 'Yard meeting - minutes.pdf', folder: 'House', by: 'olena', make: minutes },
  { key: 'plan', name: 'Gate bed - planting plan.txt', folder: 'Garden', by: 'olena', make: plan },
  { key: 'recipe', name: 'Gustav - feeding and bread.txt', folder: 'Recipes', by: 'jonas', make: recipe },
  { key: 'seeds', name: 'seed-swap.zip', folder: 'Garden', by: 'emily', make: seeds },
  { key: 'reading', name: 'Список книжок.txt', folder: 'Клуб', by: 'marta', make: reading },
];

function rota(): Buffer {
  const flats = neighbours.slice(0, 24);
  const rows = flats.map(({ name, surname }, index) => {
    const floor = 1 + Math.floor(index / 4);
    const what = ['stairs', 'yard', 'windows', 'bins'][index % 4] ?? '';
    return `${1 + Math.floor(index / 4)},${floor},"${name} ${surname}",${what}`;
  });
  return Buffer.from(`week,floor,who,what\n${rows.join('\n')}\n`);
}

function notice(): Buffer {
  return Buffer.from(
    'Шановні мешканці Липової, 12!\n\nУ зв’язку із заміною засувки вода буде відсутня з 9:00 до обіду.\n' +
      'Наберіть каструлі. Чайник — теж каструля.\n\nЗ повагою, водоканал.\n\nP. S. Якщо дасть Бог, то й раніше.\n',
  );
}

function plan(): Buffer {
  return Buffer.from(
    'Bed by the gate, 6 x 2 m\n\nback row    roses (3), hollyhock (2)\nmiddle      sage, lavender, one brave hosta\n' +
      'front       thyme, chives, strawberries for the small ones\nalong path  stones from the old pump\n\n' +
      'Water: evenings. Slugs: see Emily.\n',
  );
}

function recipe(): Buffer {
  return Buffer.from(
    'Gustav (b. 2017, Leipzig)\n\nFeed: 50 g him, 50 g rye, 50 g water. Talk to him, it helps me.\n\n' +
      'Bread\n 500 g flour, 350 g water, 100 g Gustav, 10 g salt\n fold four times, half an hour apart\n' +
      ' night in the fridge, 250 C with lid 25 min, without 20 min\n wait before cutting (nobody does)\n',
  );
}

function reading(): Buffer {
  return Buffer.from(
    'Книжковий клуб «Дві полиці»\n\n1. «Місто» — прочитано, сперечались до десятої\n2. «Солодка Даруся» — плакали\n' +
      '3. «Момо» — з дітьми, у дворі\n4. «Фелікс Австрія» — зараз\n5. «Майстер корабля» — далі, якщо знайдемо другий примірник\n',
  );
}

function seeds(): Promise<Buffer> {
  return zip({
    'readme.txt': 'Take one, leave one. Labels are honest, quantities are optimistic. - Emily\n',
    'have.csv': 'what,how many\ndill,9\nbeans (climbing),14\nhollyhock (dark),6\nborage,5\n',
    'wanted.csv': 'what\nanything blue\nlavender\nsweet pea\n',
  });
}

function estimate(): Buffer {
  return pdf('Estimate: stairwell, floors 3 and 4', [
    'Primer ............ 18 l ........... 2 340 UAH',
    'Paint, warm mint .. 36 l ........... 7 920 UAH',
    'Tiles ............. 14 sq m ........ 9 100 UAH',
    'Rollers, tape, tea ................. 1 150 UAH',
    'Wall found under the old paint (1934) ... priceless',
    '',
    'Total ............................. 20 510 UAH',
    'Checked: N. Pavliv',
  ]);
}

function minutes(): Buffer {
  return pdf('Yard meeting, minutes', [
    'Present: 31 people, 2 dogs, Murchyk (uninvited).',
    '1. The bench will be green. Four voted for blue and asked to be named.',
    '2. Yard dinner: yes. Songs: one each.',
    '3. The puddle by the gate gets a letter of its own.',
    '4. Pie: eaten before point 2.',
    'Written down by Olena Koval',
  ]);
}

/** A PDF of one page. Its own letters are those of the oldest fonts: Latin only. */
function pdf(title: string, lines: readonly string[]): Buffer {
  const escaped = (line: string) => line.replace(/[\\()]/g, '\\$&');
  const text = lines.map((line) => `T* (${escaped(line)}) Tj`).join('\n');
  const page = `BT /F1 20 Tf 64 760 Td (${escaped(title)}) Tj /F1 12 Tf 0 -24 Td 20 TL\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  return Buffer.from(
    `${file}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

/** A zip archive of texts. */
async function zip(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, text] of Object.entries(entries)) {
    archive.addBuffer(Buffer.from(text), name, { mtime: new Date(2026, 4, 1, 12) });
  }
  archive.end();
  return buffer(archive.outputStream);
}
