/** Generates a JSON file of one record. */
export function* jsonObject(record: unknown): Generator<string> {
  yield `${JSON.stringify(record, null, 2)}\n`;
}

/** Generates a JSON file of an array, one record per line, from pages of records. */
export async function* jsonArray(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of pages) {
    for (const record of page) {
      yield separator + JSON.stringify(record);
      separator = ',\n';
    }
  }
  yield separator === ',\n' ? '\n]\n' : '[]\n';
}
