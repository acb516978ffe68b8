/** A person, as a public client parses one: it fails on anything but an object with the keys that it reads. */
export class PlatformAuthor {
  readonly id: number;
  readonly name: string;
  readonly link: string;

  constructor(data: unknown) {
    const { ID, Name, Link } = objectOf(data, 'Author');
    this.id = numberOf(ID, 'Author.ID');
    this.name = textOf(Name, 'Author.Name');
    this.link = textOf(Link, 'Author.Link');
  }
}

/** The dialog of a message, as a public client parses it. */
export class PlatformDialog {
  readonly id: number;
  readonly name: string;
  readonly type: string;

  constructor(data: unknown) {
    const { ID, Name, Type } = objectOf(data, 'Dialog');
    this.id = numberOf(ID, 'Dialog.ID');
    this.name = textOf(Name, 'Dialog.Name');
    this.type = textOf(Type, 'Dialog.Type');
  }
}

/** A message, as a public client parses it from an answer or a frame. */
export class PlatformMessage {
  readonly id: number;
  readonly author: PlatformAuthor;
  readonly dialog: PlatformDialog;
  readonly type: string;
  readonly text: string;
  readonly photos: readonly unknown[];
  readonly replyTo: PlatformMessage | null;

  constructor(data: unknown) {
    const { ID, Author, Dialog, Type, Text, Photos, ReplyTo } = objectOf(data, 'Message');
    this.id = numberOf(ID, 'Message.ID');
    this.author = new PlatformAuthor(Author);
    this.dialog = new PlatformDialog(Dialog);
    this.type = textOf(Type, 'Message.Type');
    this.text = textOf(Text, 'Message.Text');
    if (!Array.isArray(Photos)) throw new TypeError('Message.Photos is no list');
    this.photos = Photos;
    this.replyTo = ReplyTo === null ? null : new PlatformMessage(ReplyTo);
  }
}

/** Returns the value if it is an object. */
export function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new TypeError(`${name} is no object: ${JSON.stringify(value)}`);
}

function numberOf(value: unknown, name: string): number {
  if (typeof value === 'number') return value;
  throw new TypeError(`${name} is no number: ${JSON.stringify(value)}`);
}

function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} is no text: ${JSON.stringify(value)}`);
}
