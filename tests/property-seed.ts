import fc from 'fast-check'

/** The seed of property tests: the same in every run unless `TEST_SEED` is set, as `npm run test:all` does. */
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 20_261_125) })
