import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SEED ?? 1) });

/** fast-check, drawing the cases of every property from one seed, so that each run tests alike; SEED=n tries others. */
export default fc;
