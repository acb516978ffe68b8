/** This program's version. */
export { version } from '../package.json';
