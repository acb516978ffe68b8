import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { parseDataFile } from '../data-file';
import documents from '../data/documents.json';
import { demoPeople } from '../people-data';

const Lines = z.array(z.string());

/** The shape of a document in `data/documents.json`. */
const DemoDocumentSchema = z.strictObject({
  /** The name by which scripts refer to the document. */
  key: z.string().min(1),
  name: z.string(),
  folder: z.string(),
  content: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), lines: Lines }),
    z.strictObject({ type: z.literal('pdf'), title: z.string(), lines: Lines }),
    z.strictObject({
      type: z.literal('zip'),
      entries: z.array(z.strictObject({ name: z.string(), lines: Lines })),
    }),
    /** A table of cleaning duties. */
    z.strictObject({ type: z.literal('rota'), tasks: z.array(z.string()).min(1) }),
  ]),
});

/** A file that the people of the demo community share. */
export type DemoDocument = z.infer<typeof DemoDocumentSchema>;

/** The shared files of the demo community. */
export const demoDocuments: readonly DemoDocument[] = parseDataFile(
  'documents.json',
  z.array(DemoDocumentSchema),
  documents,
);

/** Returns the bytes of a document's file. */
export async function bytesOf({ content }: DemoDocument): Promise<Buffer> {
  switch (content.type) {
    case 'text':
      return Buffer.from(textOf(content.lines));
    case 'pdf':
      return pdf(content.title, content.lines);
    case 'zip':
      return zip(content.entries);
    case 'rota':
      return rota(content.tasks);
  }
}

function textOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

function rota(tasks: readonly string[]): Buffer {
  const rows = demoPeople.slice(0, 24).map(({ name, surname }, index) => {
    const floor = 1 + Math.floor(index / tasks.length);
    return `${floor},${floor},"${name} ${surname}",${tasks[index % tasks.length]}`;
  });
  return Buffer.from(textOf(['week,floor,who,what', ...rows]));
}

/** Returns a PDF of one page. It uses the standard PDF fonts, which only have Latin letters. */
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
  const demoDialogs = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${demoDialogs.join('')}`;
  return Buffer.from(
    `${file}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Returns a zip archive of text files. */
async function zip(entries: readonly { name: string; lines: readonly string[] }[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const { name, lines } of entries) {
    archive.addBuffer(Buffer.from(textOf(lines)), name, { mtime: new Date(2026, 4, 1, 12) });
  }
  archive.end();
  return buffer(archive.outputStream);
}
