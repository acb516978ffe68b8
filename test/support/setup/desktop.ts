import { stage } from '../../desktop/desktop';

/** Once before all tests of the desktop: says what it is tested on. */
export default function setup(): void {
  process.stdout.write(`The desktop is tested on ${stage}.\n`);
}
