import { createHash } from 'node:crypto'
import { branchLimit, isOffice } from '@waybill/domain/kit/actor'
import { forbidden, invalid, Problem } from '@waybill/domain/kit/problem'
import type { LoadedFile, LoadedRecord, load_calls } from '@waybill/domain/move-in/api'
import type { MoveInKind } from '@waybill/domain/move-in/columns'
import { linesPerCall } from '@waybill/domain/move-in/portions'
import {
  differencesBetween,
  max_lines,
  type CellProblem,
  type Content,
  type MoveInRecord,
  type ReadFile,
  type readRecords,
} from '@waybill/domain/move-in/records'
import { lockCounter } from '../kit/document-numbers-store.ts'
import { tryOut } from '../kit/dry-run-rollback.ts'
import type { BaseContext, Context, ExternalHandler } from '../kit/handler.ts'
import { inFileThread } from '../kit/threads.ts'
import { loaders } from './loaders/index.ts'
import { newestRows, storeBatch, type NewRow } from './store.ts'

const readFile = inFileThread<typeof readRecords>(
  new URL(import.meta.resolve('@waybill/domain/move-in/records')),
  'readRecords',
)

/** Maximum number of problems and of records in a response; their total is always given. */
const max_listed = 200

/** Throws unless the caller may move the company in: office staff who are not limited to a branch. */
export function requireMover({ actor }: BaseContext): void {
  if (!isOffice(actor)) throw forbidden('Only our office may move a company in.')
  if (branchLimit(actor) !== null)
    throw forbidden('You are limited to one branch. Ask someone without this limit to move the company in.')
}

type Records = Exclude<ReadFile, { problem: string }>

/**
 * Returns a handler that loads the files of a kind, or one portion of a file. A dry run loads the portion and rolls it
 * back, so that it finds what the real run would find. A portion with a problem is not loaded at all. A record that was loaded before with the same
 * content changes nothing; one with other content is changed only with `apply_changes`.
 */
export function loadFile(kind: MoveInKind): ExternalHandler<(typeof load_calls)[MoveInKind]> {
  return async (ctx, input) => {
    requireMover(ctx)
    const firstLine = input.first_line ?? 2
    const file = await readFile(input.content, kind, {
      columns: input.columns,
      firstLine,
      most: linesPerCall(kind, max_lines),
    })
    if ('problem' in file) throw invalid(file.problem, [{ field: 'content', message: file.problem }])
    const lines = input.file_lines ?? file.lines
    const options = {
      name: input.file_name,
      apply_changes: input.apply_changes ?? false,
      lines,
      lines_loaded: Math.min(lines, (input.lines_before ?? 0) + file.lines),
    }
    if (input.dry_run ?? false)
      return { ...(await tryOut(ctx, (inner) => load(inner, kind, file, options))), batch_id: null }
    return ctx.answer(async (inner) => {
      const loaded = await load(inner, kind, file, options)
      if (loaded.problem_count > 0)
        throw invalid(
          `Nothing was loaded: ${loaded.problem_count === 1 ? 'one cell is' : `${loaded.problem_count} cells are`} wrong. Correct the file and load it again.`,
          loaded.problems
            .slice(0, 50)
            .map(({ line, column, message }) => ({ field: `lines.${line}.${column}`, message })),
        )
      return loaded
    })
  }
}

function hashOf(content: Content): string {
  const sorted = Object.entries(content).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

async function load(
  ctx: Context,
  kind: MoveInKind,
  file: Records,
  {
    name,
    apply_changes,
    lines,
    lines_loaded,
  }: { name: string; apply_changes: boolean; lines: number; lines_loaded: number },
): Promise<LoadedFile> {
  await lockCounter(ctx, 'move-in')
  const earlier = await newestRows(
    ctx,
    kind,
    file.records.map(({ old_key }) => old_key),
  )
  const loader = await loaders[kind](ctx)
  const problems: CellProblem[] = [...file.problems]
  const rows: NewRow[] = []
  const records: LoadedRecord[] = []
  let same = 0
  for (const record of file.records) {
    const { line, old_key, content } = record
    const contentKey = hashOf(content)
    const before = earlier.get(old_key)
    if (before?.content_key === contentKey) {
      same += 1
      continue
    }
    const contentBefore = before ? before.content : null
    records.push({
      line,
      old_key,
      action: before ? 'change' : 'add',
      differences: contentBefore ? differencesBetween(kind, contentBefore, content) : [],
    })
    if (before && !apply_changes) continue
    try {
      const stored = before ? await loader.change(before, content) : await loader.create(content)
      rows.push({
        line,
        old_key,
        content,
        content_key: contentKey,
        content_before: contentBefore,
        ...stored,
      })
    } catch (error) {
      problems.push(...problemsOf(error, record, file.headings))
    }
  }
  if (problems.length === 0) await loader.finish?.()
  const added = records.filter(({ action }) => action === 'add').length
  const different = records.length - added
  const changed = apply_changes ? different : 0
  return {
    batch_id:
      problems.length === 0
        ? await storeBatch(
            ctx,
            { kind, name, lines, lines_loaded, created: added, changed, unchanged: same },
            rows,
          )
        : null,
    lines: file.lines,
    added,
    changed,
    left_unchanged: different - changed,
    same,
    problems: problems.toSorted((one, other) => one.line - other.line).slice(0, max_listed),
    problem_count: problems.length,
    records: records
      .toSorted((one, other) => Number(one.action === 'add') - Number(other.action === 'add'))
      .slice(0, max_listed),
  }
}

/** The columns of the fields under which the rules of other modules report problems. */
const columns_of_fields: Readonly<Record<string, string>> = {
  branch_id: 'branch',
  custom_tracking_reference: 'waybill',
  geometry: 'outline',
  mobile_number: 'phone',
  phone_number: 'phone',
  role_id: 'role',
}

/** Returns the problems of a record by the headings of the file. Rethrows an error that is no problem of the record. */
function problemsOf(
  error: unknown,
  { line }: MoveInRecord,
  headings: Readonly<Record<string, string>>,
): CellProblem[] {
  if (!(error instanceof Problem) || error.kind === 'unavailable' || error.kind === 'conflict') throw error
  const field = error.fields[0]?.field ?? ''
  return [{ line, column: headings[columns_of_fields[field] ?? field] ?? '', message: error.message }]
}
