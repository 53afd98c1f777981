import { setImmediate as nextTurn } from 'node:timers/promises'
import { invalid } from '@waybill/domain/kit/problem'
import { ensure } from '@waybill/domain/kit/rule-result'
import type { ImportedPoint, pickupPointsApi } from '@waybill/domain/pickup-points/api'
import type { OwnPointDetails } from '@waybill/domain/pickup-points/own-point'
import { mayEditPoints } from '@waybill/domain/pickup-points/point-access'
import {
  checkPoint,
  readPoint,
  type PointLine,
  type readPointsFile,
} from '@waybill/domain/pickup-points/point-import'
import type { Context, ExternalContext, ExternalHandler } from '../kit/handler.ts'
import { inFileThread } from '../kit/threads.ts'
import { insertOwnPoint, placed } from './own-points.ts'
import { ownCodes } from './store.ts'

const readFile = inFileThread<typeof readPointsFile>(
  new URL(import.meta.resolve('@waybill/domain/pickup-points/point-import')),
  'readPointsFile',
)

/** Addresses that are sent to the geocoder at the same time. */
const geocoded_at_once = 10
const max_reported = 50

/**
 * Creates the own points of a file. First checks every line by the rules for a single point; an address without
 * coordinates is looked up on the map. Then creates all points, or none when a line has a problem. With `dry_run` it
 * stops after the check.
 */
export const importPoints: ExternalHandler<typeof pickupPointsApi.importFile> = async (
  ctx,
  { text, dry_run },
) => {
  ensure(mayEditPoints(ctx.actor))
  const file = await readFile(text)
  if ('problem' in file) throw invalid(file.problem, [{ field: 'text', message: file.problem }])
  const lines = await checkLines(ctx, file.lines)
  return ctx.answer((tx) => importAll(tx, lines, dry_run ?? false))
}

/** A line as a point, with its problems. */
interface CheckedLine {
  line: PointLine
  point: OwnPointDetails
  problems: string[]
}

async function checkLines(ctx: ExternalContext, lines: readonly PointLine[]): Promise<CheckedLine[]> {
  const checked: CheckedLine[] = []
  for (let at = 0; at < lines.length; at += geocoded_at_once) {
    const part = lines.slice(at, at + geocoded_at_once)
    checked.push(...(await Promise.all(part.map((line) => checkLine(ctx, line)))))
    // Lockers with many doors take long to check; other requests go on in between.
    await nextTurn()
  }
  return checked
}

async function checkLine(ctx: ExternalContext, line: PointLine): Promise<CheckedLine> {
  const { point: typed, unread } = readPoint(line)
  const isReadable = unread.every(({ column }) => column !== 'latitude' && column !== 'longitude')
  const point = isReadable ? { ...typed, address: await placed(ctx, typed.address) } : typed
  const problems = checkPoint({ point, unread }).map(({ column, message }) => `${column}: ${message}`)
  return { line, point, problems }
}

async function importAll(ctx: Context, checked: readonly CheckedLine[], dryRun: boolean) {
  const taken = await ownCodes(
    ctx,
    checked.map(({ line }) => line.code),
  )
  const firstLine = new Map<string, number>()
  const lines = checked.map(({ line, point, problems }): ImportedPoint => {
    const code = line.code.toUpperCase()
    const earlier = firstLine.get(code)
    if (code !== '' && earlier === undefined) firstLine.set(code, line.line)
    return {
      line: line.line,
      code: line.code,
      name: line.name,
      doors: doorsText(point),
      problems: [
        ...(earlier === undefined ? [] : [`code: Line ${earlier} has the same code.`]),
        ...(taken.has(code) ? [`code: A location ${line.code} already exists.`] : []),
        ...problems,
      ],
    }
  })
  const wrong = lines.filter(({ problems }) => problems.length > 0)
  if (dryRun) return { lines, imported: 0 }
  if (wrong.length > 0)
    throw invalid(
      `Nothing was imported: ${wrong.length === 1 ? 'one line is' : `${wrong.length} lines are`} wrong. Correct the file and try again.`,
      wrong
        .slice(0, max_reported)
        .map(({ line, problems }) => ({ field: `lines.${line}`, message: problems.join(' ') })),
    )
  for (const { point } of checked) await insertOwnPoint(ctx, point)
  return { lines, imported: lines.length }
}

/** Returns the doors of a locker as text: `4 small, 2 large`; the capacity of a counter. */
function doorsText({ stock, capacity }: OwnPointDetails): string {
  if (capacity !== null) return `${capacity} parcels`
  return stock.map(({ size, doors }) => `${doors.length} ${size}`).join(', ')
}
