/** Loaded before the module of a utility process (`node --import`): provides `process.parentPort`. */
Object.assign(process, {
  parentPort: {
    postMessage: (message: object) => process.send?.(message),
    on: (_event: 'message', listener: (event: { data: unknown }) => void) =>
      process.on('message', (data) => listener({ data })),
  },
});
// As in Electron, the process ends with its parent.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
