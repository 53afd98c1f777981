import { load_calls, moveInApi, type BlockedRecord, type LoadedFile } from '@waybill/domain/move-in/api'
import type { MoveInKind } from '@waybill/domain/move-in/columns'
import { portionsOf } from '@waybill/domain/move-in/portions'
import { readRecords } from '@waybill/domain/move-in/records'
import { readCsvTable } from '@waybill/domain/kit/csv/read-csv'
import { call, newKey, sentenceOf } from '../kit/api/index.ts'
import { formatCount } from '../kit/ui/values/numbers.ts'
import type { MatchedFile } from './FileMatch.tsx'

/** Reports how many of the lines of a file are done. */
type OnStep = (step: { done: number; of: number }) => void

/** Maximum number of wrong cells and of records that are shown. */
const max_listed = 200

function inputsOf(kind: MoveInKind, { name, content, columns }: MatchedFile) {
  const table = readCsvTable(content)
  if ('problem' in table) throw new Error(table.problem)
  return portionsOf(table, kind).map((portion) => ({
    ...portion,
    file_name: name,
    columns,
    file_lines: table.rows.length,
  }))
}

function together(one: LoadedFile, other: LoadedFile): LoadedFile {
  return {
    batch_id: other.batch_id ?? one.batch_id,
    lines: one.lines + other.lines,
    added: one.added + other.added,
    changed: one.changed + other.changed,
    left_unchanged: one.left_unchanged + other.left_unchanged,
    same: one.same + other.same,
    problems: [...one.problems, ...other.problems],
    problem_count: one.problem_count + other.problem_count,
    records: [...one.records, ...other.records].slice(0, max_listed),
  }
}

const nothing: LoadedFile = {
  batch_id: null,
  lines: 0,
  added: 0,
  changed: 0,
  left_unchanged: 0,
  same: 0,
  problems: [],
  problem_count: 0,
  records: [],
}

/**
 * Checks a file portion by portion and returns the result of all. Portions do not know each other, so records that
 * come twice are found here.
 */
export async function checkFile(kind: MoveInKind, file: MatchedFile, onStep: OnStep): Promise<LoadedFile> {
  const whole = readRecords(file.content, kind, { columns: file.columns })
  if ('problem' in whole) throw new Error(whole.problem)
  let found = nothing
  for (const input of inputsOf(kind, file)) {
    found = together(found, await call(load_calls[kind], { ...input, dry_run: true, apply_changes: true }))
    onStep({ done: found.lines, of: input.file_lines })
  }
  const keyOf = (one: LoadedFile['problems'][number]): string => `${one.line} ${one.column} ${one.message}`
  const known = new Set(found.problems.map(keyOf))
  const more = whole.problems.filter((one) => !known.has(keyOf(one)))
  return {
    ...found,
    problems: [...found.problems, ...more]
      .toSorted((one, other) => one.line - other.line)
      .slice(0, max_listed),
    problem_count: found.problem_count + (found.problem_count > found.problems.length ? 0 : more.length),
  }
}

/** Loads a file portion by portion. An error names how many lines are loaded; loading the file again continues. */
export async function loadFile(
  kind: MoveInKind,
  file: MatchedFile,
  isApplied: boolean,
  onStep: OnStep,
): Promise<LoadedFile> {
  let loaded = nothing
  for (const input of inputsOf(kind, file)) {
    try {
      const sent = { ...input, apply_changes: isApplied }
      loaded = together(loaded, await call(load_calls[kind], sent, { idempotency_key: newKey() }))
    } catch (thrown) {
      if (loaded.lines === 0) throw thrown
      throw new Error(
        `${sentenceOf(thrown) ?? ''} ${formatCount(loaded.lines)} of ${formatCount(input.file_lines)} lines are loaded. Check the same file again to load the rest.`,
        { cause: thrown },
      )
    }
    onStep({ done: loaded.lines, of: input.file_lines })
  }
  return loaded
}

/** Returns every record of a loaded file that cannot be undone. */
async function blockedRecords(id: number): Promise<BlockedRecord[]> {
  const blocked: BlockedRecord[] = []
  let after: number | null = null
  do {
    const input: { id: number; dry_run: true; after?: number } = { id, dry_run: true }
    if (after !== null) input.after = after
    const checked: Awaited<ReturnType<typeof sendUndo>> = await sendUndo(input)
    blocked.push(...checked.blocked)
    after = checked.next
  } while (after !== null)
  return blocked
}

const sendUndo = (input: { id: number; dry_run?: boolean; after?: number }) =>
  call(moveInApi.undo, input, { idempotency_key: newKey() })

/**
 * Undoes a loaded file portion by portion, unless something newer depends on one of its records; returns these
 * records. An undo that was interrupted continues when it is called again.
 */
export async function undoFile(id: number, onStep: OnStep): Promise<BlockedRecord[]> {
  const blocked = await blockedRecords(id)
  if (blocked.length > 0) return blocked
  let of: number | null = null
  for (;;) {
    const { rows_left } = await sendUndo({ id })
    of ??= rows_left
    if (rows_left === 0) return []
    onStep({ done: of - rows_left, of })
  }
}
