// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { TypedText } from '../../../../renderer/ui/overlays/typed-text';

/** A form with these fields; returns how to type into one, and whether more than a line would be lost. */
function formOf(html: string) {
  document.body.innerHTML = html;
  const typed = new TypedText();
  const fields = [...document.body.querySelectorAll<HTMLInputElement>('input, textarea')];
  const type = (place: number, text: string) => {
    const field = fields[place]!;
    typed.note(field);
    field.value = text;
  };
  return { typed, fields, type };
}

test('a text of several lines, a long line and two short ones are more than a line', () => {
  const { typed, type } = formOf('<input><input><textarea></textarea>');
  type(0, 'Which day?');
  expect(typed.isMoreThanLine).toBe(false);
  type(1, 'Friday');
  expect(typed.isMoreThanLine).toBe(true);
  type(1, ' ');
  expect(typed.isMoreThanLine).toBe(false);
  type(0, 'Which day suits everyone who wants to help with the fence behind the house?');
  expect(typed.isMoreThanLine).toBe(true);
  type(0, '');
  type(2, 'Word');
  expect(typed.isMoreThanLine).toBe(true);
});

test('what was there before, searches, passwords and removed fields do not count', () => {
  const { typed, fields, type } = formOf(
    '<input value="Name"><textarea>About</textarea><input type="search"><input type="password"><input>',
  );
  for (const field of fields) typed.note(field);
  expect(typed.isMoreThanLine).toBe(false);
  type(0, 'Another name');
  type(2, 'Ann');
  type(3, 'secret');
  expect(typed.isMoreThanLine).toBe(false);
  type(4, 'Option');
  expect(typed.isMoreThanLine).toBe(true);
  fields[4]?.remove();
  expect(typed.isMoreThanLine).toBe(false);
  type(1, 'About us');
  expect(typed.isMoreThanLine).toBe(true);
  type(1, 'About');
  expect(typed.isMoreThanLine).toBe(false);
});
