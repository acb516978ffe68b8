/** Loaded before the module of a utility process (`node --import`): its parent is heard over `process.parentPort`. */
Object.assign(process, {
  parentPort: {
    postMessage: (message: object) => process.send?.(message),
    on: (_event: 'message', listener: (event: { data: unknown }) => void) =>
      process.on('message', (data) => listener({ data })),
  },
});
// As in Electron, it goes with its parent.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
