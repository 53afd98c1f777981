import pg from 'pg'
import type { Cluster } from '../../scripts/postgres.ts'

/** Creates an empty database on a cluster and connects to it. */
export async function emptyDatabase(
  cluster: Cluster,
  name: string,
): Promise<{ url: string; client: pg.Client }> {
  const admin = new pg.Client({ connectionString: cluster.url })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  const own = new URL(cluster.url)
  own.pathname = `/${name}`
  const client = new pg.Client({ connectionString: own.href })
  await client.connect()
  return { url: own.href, client }
}
