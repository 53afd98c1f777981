import { checkInvariants } from './check.ts'

export { checkInvariants, readChecks } from './check.ts'
export { invariants } from './table.ts'

/** Runs nightly at 02:00 South African time. */
export const invariantSchedule = {
  name: 'invariants',
  every_ms: 24 * 60 * 60_000,
  run: async (ctx: Parameters<typeof checkInvariants>[0]): Promise<void> => {
    await checkInvariants(ctx)
  },
}
