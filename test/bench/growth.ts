import { loaded, MANY, READERS } from './loads';
import type { Bench } from './measures';
import { startProgram } from './processes';
import { listingDialogs, sendingTo } from './requests';
import { busyPeople, calmPeople, CROWD, dialogOfTen } from './seed-crowds';

/** Measures what many members cost who sends to them, and what many dialogs cost who lists them. */
export async function measureCrowds(bench: Bench): Promise<void> {
  const program = await startProgram(await bench.copyCrowds());
  try {
    const toTen = await loaded(bench, program, MANY, sendingTo(CROWD, dialogOfTen));
    const toAll = await loaded(
      bench,
      program,
      MANY,
      sendingTo(CROWD, () => 0),
    );
    bench.table.note('membersGrowth', { ours: 1000 / toAll.perSecond, floor: 1000 / toTen.perSecond });
    const few = await loaded(bench, program, READERS, listingDialogs(calmPeople));
    const many = await loaded(bench, program, READERS, listingDialogs(busyPeople));
    bench.table.note('dialogsGrowth', { ours: 1000 / many.perSecond, floor: 1000 / few.perSecond });
  } finally {
    await program.stop();
  }
}
