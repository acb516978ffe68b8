/** A file's text, put into the program when it is built. */
declare module '*.svg?raw' {
  const text: string;
  export default text;
}
