import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { digestKeyOf, Sealer } from '../kit/sealer.ts'
import { makeSecret, readSecrets, secretFile, type ServerSecrets } from '../kit/server-secret.ts'
import { sealedSamples } from './sealed-values.ts'

type Database = Pick<pg.ClientBase, 'query'>

/**
 * Opens the sealer of an installation and checks that the secret fits the stored values. A new installation gets a
 * new secret and stores its digest key sealed with it. An installation of an earlier release stores its digest key
 * after the secret has opened the stored values. Throws with a sentence when the secret is missing or does not fit; a
 * lost secret is never replaced.
 */
export async function openSealer(database: Database, dataDir: string): Promise<Sealer> {
  const known = await storedDigestKey(database)
  const samples = known === null ? await sealedSamples(database) : [known]
  const secrets = readSecrets(dataDir) ?? newSecrets(samples, dataDir)
  const sealer = new Sealer(secrets.secrets)
  requireFit(sealer, samples, secrets)
  const stored = known ?? (await storeDigestKey(database, sealer, secrets))
  const readAgain = (): readonly string[] => readSecrets(dataDir)?.secrets ?? []
  return new Sealer(secrets.secrets, Buffer.from(sealer.open(stored), 'hex'), readAgain)
}

function newSecrets(samples: readonly string[], dataDir: string): ServerSecrets {
  if (samples.length > 0)
    throw new Error(
      `The server's secret is missing: there is no ${secretFile(dataDir)} and no WAYBILL_SECRET, but this database has values encrypted with it. Restore it from the backup.`,
    )
  return makeSecret(dataDir)
}

function requireFit(sealer: Sealer, samples: readonly string[], { file }: ServerSecrets): void {
  for (const sample of samples)
    try {
      sealer.open(sample)
    } catch (error) {
      throw new Error(
        `The server's secret (${file ?? 'WAYBILL_SECRET'}) does not belong to this database and cannot decrypt its values. Restore the right secret.`,
        { cause: error },
      )
    }
}

async function storedDigestKey(database: Database): Promise<string | null> {
  const { rows } = await database.query<{ digest_key_sealed: string }>(
    'SELECT digest_key_sealed FROM installation',
  )
  return rows[0]?.digest_key_sealed ?? null
}

/**
 * Stores a digest key. When there are providers, it is derived from the oldest secret, because existing digests use
 * it; otherwise it is random.
 */
async function storeDigestKey(
  database: Database,
  sealer: Sealer,
  { secrets, file }: ServerSecrets,
): Promise<string> {
  const { rowCount: providers } = await database.query('SELECT FROM provider LIMIT 1')
  const key = providers ? digestKeyOf(secrets.at(-1) ?? '') : randomBytes(32)
  await database.query(
    'INSERT INTO installation (digest_key_sealed) VALUES ($1) ON CONFLICT (is_it) DO NOTHING',
    [sealer.seal(key.toString('hex'))],
  )
  const stored = (await storedDigestKey(database)) ?? ''
  // Another process may have stored a key first, with a different secret.
  requireFit(sealer, [stored], { secrets, file })
  return stored
}
