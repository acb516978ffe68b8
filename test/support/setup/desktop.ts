import { stage } from '../../desktop/desktop';

/** Runs once before all desktop tests: prints which Electron they run on. */
export default function setup(): void {
  process.stdout.write(`The desktop is tested on ${stage}.\n`);
}
