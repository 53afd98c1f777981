import pg from 'pg'
import { pooledConnections } from '../../src/kit/connections.ts'
import { makeHttp } from '../../src/main/listen.ts'
import { RateLimiter } from '../../src/http/rate-limit.ts'
import type { Caller, Reply, TestProvider } from './provider.ts'

/**
 * Simulates a second server process on the database of a test runtime: it has its own HTTP server and, on a database
 * server, its own pool.
 */
export interface SecondProvider {
  /** Sends a request to the second server as a user. */
  http(by: Caller, method: 'GET' | 'POST' | 'PATCH', url: string, body?: object): Promise<Reply>
  close(): Promise<void>
}

export async function openSecondProvider(p: TestProvider): Promise<SecondProvider> {
  const { runtime } = p.runtime
  const { connectionString, options } = runtime.pool.options as pg.PoolConfig
  const pool = connectionString ? new pg.Pool({ connectionString, options, max: 8, pipeline: true }) : null
  const twin = await makeHttp(
    pool
      ? {
          ...runtime,
          pool,
          sessions: pool,
          connections: pooledConnections({ field: pool, interactive: pool, heavy: pool }),
        }
      : runtime,
    null,
    async () => undefined,
    new RateLimiter(0),
  )
  return {
    async http(by, method, url, body) {
      const answer = await twin.app.inject({
        method,
        url,
        headers: { host: `p${p.provider_id}.test`, authorization: `Bearer ${by.token}` },
        ...(body ? { payload: JSON.stringify(body) } : {}),
      })
      return { status: answer.statusCode, headers: answer.headers as Reply['headers'], body: answer.json() }
    },
    async close() {
      await twin.app.close()
      await pool?.end()
    },
  }
}
