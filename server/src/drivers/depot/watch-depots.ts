import { depotNeedsStaff } from '@waybill/domain/drivers/depot-events'
import type { DepotRow } from '@waybill/domain/drivers/depot-api'
import { changesToday } from '@waybill/domain/drivers/duty'
import { alerted_blockers, blockerText } from '@waybill/domain/hub/floor/ready-gate'
import { clockOf, dayOf } from '@waybill/domain/kit/calls/wire'
import { day_ms, hour_ms } from '@waybill/domain/kit/dates/durations'
import { branchesDeparting } from '../../hub/index.ts'
import type { Context, ExternalContext } from '../../kit/handler.ts'
import { providerMap } from '../../maps/index.ts'
import { readDutyChanges } from '../duty/duty-store.ts'
import { pushToStaff } from '../push/push-store.ts'
import { atClock, boardOf, depotOf } from './depot-board.ts'
import { insertAlert, readVanStarts } from './depot-store.ts'

/** Time in ms before a vehicle starts at which staff are informed of what is wrong. */
const notice_ms = hour_ms

/**
 * Informs staff once about each van and line-haul that starts within the hour although parcels are missing or over, or
 * the vehicle cannot carry them; not about those that have left. Runs on a schedule, and reads boards only of branches from which something starts.
 */
export async function watchDepots(ctx: ExternalContext): Promise<void> {
  const branches = await ctx.inTransaction(branchesStarting)
  for (const branchId of branches) await ctx.inTransaction((inner) => alertBranch(inner, branchId))
}

async function branchesStarting(ctx: Context): Promise<number[]> {
  const date = dayOf(ctx.now)
  const soon = (await readVanStarts(ctx, date, undefined)).filter(({ starts }) =>
    startsSoon(ctx, atClock(date, starts)),
  )
  const until = new Date(ctx.now.getTime() + notice_ms)
  const departing = await branchesDeparting(ctx, ctx.now, until)
  return [...new Set([...soon.map(({ branch_id }) => branch_id), ...departing])]
}

function startsSoon(ctx: Context, start: Date | null): boolean {
  const left = start === null ? -1 : start.getTime() - ctx.now.getTime()
  return left > 0 && left <= notice_ms
}

async function alertBranch(ctx: Context, branchId: number): Promise<void> {
  const date = dayOf(ctx.now)
  const map = await providerMap(ctx)
  const board = await boardOf(ctx, await depotOf(ctx, map, branchId, date))
  const rows = [...board.vans, ...board.line_hauls.filter(({ kind }) => kind === 'outgoing')]
  const started = await startedDrivers(
    ctx,
    board.vans.map(({ username }) => username),
  )
  for (const row of rows) {
    const problems = problemsOf(row)
    if (problems.length === 0 || row.released_at !== null || !startsSoon(ctx, row.planned)) continue
    if (row.departed_at !== null || started.has(row.username)) continue
    if (!(await insertAlert(ctx, { branch_id: branchId, day: date, row_key: row.key }))) continue
    await ctx.emit(depotNeedsStaff, {
      branch_id: branchId,
      branch_name: board.branch_name,
      date,
      name: row.name,
      starts: row.planned === null ? '' : clockOf(row.planned),
      problems,
    })
    // Vans are loaded before the hours of other messages.
    const message = {
      title: `${row.name} is not ready`,
      body: [`Starts at ${row.planned === null ? '' : clockOf(row.planned)}`, ...problems].join('\n'),
      url: `/ops-dashboard?mode=depot&branch=${branchId}&date=${date}`,
      hidden_while_open: true,
    }
    await pushToStaff(ctx, 'depot', branchId, message, true)
  }
}

/** Returns those of the drivers who have started today's route. */
async function startedDrivers(ctx: Context, usernames: readonly string[]): Promise<ReadonlySet<string>> {
  const changes = await readDutyChanges(ctx, usernames, new Date(ctx.now.getTime() - day_ms))
  const byDriver = Map.groupBy(changes, ({ username }) => username)
  return new Set(
    [...byDriver].flatMap(([username, own]) =>
      changesToday(own, ctx.now).some(({ type }) => type === 'start-route') ? [username] : [],
    ),
  )
}

function problemsOf(row: DepotRow): string[] {
  return row.blockers
    .filter((blocker) => alerted_blockers.includes(blocker))
    .map((blocker) => blockerText(blocker, row).text)
}
