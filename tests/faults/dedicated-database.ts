import pg from 'pg'
import type { Cluster } from '../../scripts/postgres.ts'

/** An empty database of its own on a cluster, and a connection to it. */
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
