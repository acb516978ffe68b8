/**
 * Returns the files of a paste that are to be attached. None if there are only pictures beside formatted text:
 * spreadsheets copy a picture of the cells along, and it is their text that is pasted.
 */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = [...clipboard.files];
  const isText = clipboard.getData('text/html') !== '' && clipboard.getData('text/plain').trim() !== '';
  return isText && files.every(({ type }) => type.startsWith('image/')) ? [] : files;
}
