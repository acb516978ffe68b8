/** One record as a JSON file. */
export function* jsonOfOne(record: unknown): Generator<string> {
  yield `${JSON.stringify(record, null, 2)}\n`;
}

/** Records, which come a few at a time, as a JSON file of one array, a line each. */
export async function* jsonOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const some of pages) {
    for (const record of some) {
      yield separator + JSON.stringify(record);
      separator = ',\n';
    }
  }
  yield separator === ',\n' ? '\n]\n' : '[]\n';
}
