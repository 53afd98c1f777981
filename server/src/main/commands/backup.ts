import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { config, sessionUrlOf } from '../../kit/config.ts'
import { argumentsError, dataDirOf, onProductDatabase } from '../../ops/operator-command.ts'
import type { CommandAnswer, RequestChannel } from '../../ops/product-requests.ts'
import type { Database } from '../../db/database.ts'
import { makeBackup } from '../../ops/backup/make.ts'
import { restoreBackup } from './restore.ts'

interface Command {
  root: string
  args: readonly string[]
  printLine: (line: string) => void
}

/** The folder for the new backup. */
const BackupRequest = z.object({ to: z.string() })
type BackupRequest = z.infer<typeof BackupRequest>
export const backup_channel: RequestChannel<BackupRequest> = { name: 'backup', request: BackupRequest }

/** Makes a backup and returns lines that describe its content. */
export async function answerBackup(
  database: Database,
  dataDir: string,
  { to }: BackupRequest,
): Promise<CommandAnswer> {
  const url = database.embedded ? undefined : sessionUrlOf(config.DATABASE_URL)
  const { manifest, bytes } = await makeBackup(database, { url, data_dir: dataDir, to })
  const rows = Object.values(manifest.counts).reduce((sum, count) => sum + count, 0)
  return {
    code: 0,
    lines: [
      `${to}: ${rows} rows in ${Object.keys(manifest.counts).length} tables, ${Math.ceil(bytes / 1024)} KB in ${Object.keys(manifest.digests).length} files.`,
      ...(manifest.has_files ? [] : ['Uploads are in the bucket and not in the backup.']),
      "The server's secret is not in the backup. Keep it elsewhere.",
    ],
  }
}

/** Implements `npm run backup -- --to FOLDER`. Returns the exit code: 0 when the backup was made, 2 when it failed. */
export function runBackup(about: Command): Promise<0 | 1 | 2> {
  const usage = 'npm run backup -- --to FOLDER   makes a backup of database and files in a new folder'
  return runCommand(about, 'to', usage, async (to) => {
    const { code, lines } = await onProductDatabase({
      root: about.root,
      channel: backup_channel,
      request: { to },
      run: (database, request) => answerBackup(database, dataDirOf(about.root), request),
    })
    for (const line of lines) about.printLine(line)
    return code
  })
}

/**
 * Implements `npm run restore -- --from FOLDER`. Returns the exit code: 0 when the restore is complete, 1 when
 * something differs, 2 when nothing was restored.
 */
export function runRestore(about: Command): Promise<0 | 1 | 2> {
  const usage =
    'npm run restore -- --from FOLDER   restores a backup into an empty DATABASE_URL or DATA_DIR, and compares'
  return runCommand(about, 'from', usage, async (from) => {
    const url = sessionUrlOf(config.DATABASE_URL)
    return (await restoreBackup({ from, url, data_dir: dataDirOf(about.root) }, about.printLine)) ? 0 : 1
  })
}

async function runCommand(
  { args, printLine }: Command,
  option: string,
  usage: string,
  run: (folder: string) => Promise<0 | 1 | 2>,
): Promise<0 | 1 | 2> {
  try {
    const folder = folderOf(args, option, usage)
    if (folder === null) {
      printLine(usage)
      return 0
    }
    return await run(folder)
  } catch (error) {
    printLine(error instanceof Error ? error.message : String(error))
    return 2
  }
}

/** Returns the absolute path of the given folder; `null` when help is requested. */
function folderOf(args: readonly string[], option: string, usage: string): string | null {
  let values: Record<string, string | boolean | undefined>
  try {
    ;({ values } = parseArgs({
      args: [...args],
      options: { [option]: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    }) as { values: typeof values })
  } catch (error) {
    throw argumentsError(error, usage)
  }
  if (values.help) return null
  const folder = values[option]
  if (typeof folder !== 'string' || folder === '')
    throw new Error(`Name a folder with --${option}.\n${usage}`)
  return path.resolve(folder)
}
