import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

/** fast-check with a fixed seed, so that each run tests the same cases; SEED=n tries others. */
export default fc;
