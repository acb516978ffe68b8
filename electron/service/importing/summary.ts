import type { AccountImport, ImportReason } from '../../../shared/contract/records';

type Items = AccountImport['Items'];
type Skipped = AccountImport['Skipped'];
export type CountedKind = Items[number]['Kind'];

/** Counts the items that an import added, found already present, and skipped. */
export class ImportSummary {
  readonly #items = new Map<CountedKind, { Imported: number; Existing: number }>();
  readonly #skipped = new Map<string, Skipped[number]>();

  add(kind: CountedKind, outcome: 'Imported' | 'Existing', count = 1): void {
    const counts = this.#items.get(kind) ?? { Imported: 0, Existing: 0 };
    counts[outcome] += count;
    this.#items.set(kind, counts);
  }

  skip(Kind: CountedKind, Reason: ImportReason, count = 1): void {
    if (count === 0) return;
    const key = `${Kind} ${Reason}`;
    const counted = this.#skipped.get(key) ?? { Kind, Reason, Count: 0 };
    counted.Count += count;
    this.#skipped.set(key, counted);
  }

  get items(): Items {
    return [...this.#items].map(([Kind, counts]) => ({ Kind, ...counts }));
  }

  get skipped(): Skipped {
    return [...this.#skipped.values()].map((counted) => ({ ...counted }));
  }
}
