import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { z } from 'zod'

/** Content and checksums of a backup; stored with the backup and compared when it is restored. */
const Manifest = z.object({
  version: z.literal(1),
  app_version: z.string(),
  kind: z.enum(['server', 'embedded']),
  time: z.string(),
  /** Number of rows by table. */
  counts: z.record(z.string(), z.number()),
  /** The newest seal of each company's audit trail, in the format of the log. */
  seals: z.array(z.string()),
  /** Whether uploads are included; uploads in a bucket are not. */
  has_files: z.boolean(),
  /** SHA-256 of every file of the backup, by path. */
  digests: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof Manifest>

const manifest_name = 'manifest.json'

/** Reads row counts and audit seals of the database, as this connection sees it. */
export async function readContents(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<Pick<Manifest, 'counts' | 'seals'>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace ORDER BY relname",
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ total: string }>(
      `SELECT count(*) AS total FROM ${pg.escapeIdentifier(name)}`,
    )
    counts[name] = Number(rows[0]?.total)
  }
  const { rows: seals } = await client.query<{ seal: string }>(
    `SELECT DISTINCT ON (provider_id) provider_id || ':' || block || ':' || seal AS seal
     FROM audit_seal ORDER BY provider_id, block DESC`,
  )
  return { counts, seals: seals.map(({ seal }) => seal) }
}

/** Returns the relative path of every file below a folder, except the manifest. */
function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.relative(folder, path.join(one.parentPath, one.name)))
    .filter((name) => name !== manifest_name)
    .toSorted()
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(fs.createReadStream(file), hash)
  return hash.digest('hex')
}

/** Returns the SHA-256 of every file of a backup, and their total size in bytes. */
export async function digestsOf(folder: string): Promise<{ digests: Manifest['digests']; bytes: number }> {
  const digests: Record<string, string> = {}
  let bytes = 0
  for (const name of filesBelow(folder)) {
    const file = path.join(folder, name)
    digests[name] = await digestOf(file)
    bytes += fs.statSync(file).size
  }
  return { digests, bytes }
}

export function writeManifest(folder: string, manifest: Manifest): void {
  fs.writeFileSync(path.join(folder, manifest_name), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
  })
}

/**
 * Returns the manifest of a backup after checking that all its files are present and unchanged; throws with a
 * sentence otherwise.
 */
export async function readBackup(folder: string): Promise<Manifest> {
  const file = path.join(folder, manifest_name)
  if (!fs.existsSync(file))
    throw new Error(
      `There is no complete backup in ${folder}: ${manifest_name} is missing. Choose another folder.`,
    )
  const manifest = Manifest.parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  const { digests } = await digestsOf(folder)
  const wrong = Object.keys(manifest.digests).find((name) => digests[name] !== manifest.digests[name])
  if (wrong !== undefined)
    throw new Error(
      `The backup in ${folder} is damaged: ${wrong} has changed since it was written. Use another backup.`,
    )
  return manifest
}
