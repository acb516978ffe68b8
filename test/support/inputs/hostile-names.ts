/** Returns file names that try to reach outside a folder or inject something. */
export function hostileNames(): string[] {
  const steps = [
    '..',
    '.',
    '~',
    'etc',
    'C:',
    'CON',
    'con.txt',
    'aux',
    'NUL.tar.gz',
    'com1',
    'LPT9.log',
    'PRN ',
  ];
  const joints = ['/', '\\', '/../', '\\..\\', '%2f', '%00', '::$DATA', '|'];
  const marks = [
    '\r\nSet-Cookie: a=b',
    '"; filename="b',
    "'; rm -rf ~",
    '<script>',
    '\u202egpj.exe',
    '\u2066x\u2069',
  ];
  const odd = [
    '\0',
    'a\0b',
    '',
    ' ',
    '.',
    '..',
    '...',
    '. .',
    ' a ',
    'a.',
    'a ',
    '-rf',
    '--help',
    '$(id)',
    '`id`',
    '*',
  ];
  const letters = [
    'їжак',
    '文件',
    'ملف',
    'קובץ',
    '🦔',
    'é',
    'e\u0301',
    'ﬀ',
    '\u00a0',
    '\u200b',
    '\ufeff',
    'İ',
    'ß',
  ];
  const long = [
    'a'.repeat(255),
    'a'.repeat(256),
    'ї'.repeat(127),
    'ї'.repeat(128),
    '🦔'.repeat(63),
    `${'x'.repeat(251)}.txt`,
  ];
  const names = [
    ...steps.flatMap((step) => joints.map((joint) => `${step}${joint}passwd`)),
    ...steps,
    ...marks.flatMap((mark) => [mark, `a${mark}`, `${mark}.txt`]),
    ...odd,
    ...letters.flatMap((letter) => [letter, `${letter}.txt`, `.${letter}`]),
    ...long,
    ...Array.from({ length: 31 }, (_, code) => `c${String.fromCharCode(code + 1)}d`),
  ];
  return names.slice(0, 220);
}

/** Returns the name under which a file with a hostile name is stored. */
export function storedName(name: string, id: number | undefined): string {
  const [last = ''] = name.split(/[/\\]/).filter(Boolean).slice(-1);
  const visible = last.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '').replace(/^[A-Z]:(?!\s)/i, '');
  return ['', ' ', '.', '..', '\u00a0', '\u200b', '\ufeff'].includes(visible) ? `file-${id}` : visible;
}
