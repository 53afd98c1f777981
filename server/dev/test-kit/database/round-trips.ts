import type pg from 'pg'
import type { Runtime } from '../../../src/kit/runtime.ts'

/** The statements of one transaction, in groups that travelled together: one group is one round trip. */
export type RoundTrips = readonly (readonly string[])[]

/**
 * Records the statements of every transaction that `run` opens, in order of opening. A new round trip starts with the
 * first statement that is sent after an answer has arrived.
 */
export async function recordRoundTrips(
  { connections }: Pick<Runtime, 'connections'>,
  run: () => Promise<unknown>,
): Promise<RoundTrips[]> {
  const transactions: string[][][] = []
  const connect = connections.connect.bind(connections)
  const restored: (() => void)[] = []
  connections.connect = async (workload, company) => {
    const client = await connect(workload, company)
    const trips: string[][] = []
    transactions.push(trips)
    restored.push(watch(client, trips))
    return client
  }
  try {
    await run()
  } finally {
    connections.connect = connect
    for (const restore of restored) restore()
  }
  return transactions
}

/** Adds the statements of a connection to `trips` until it is released. Returns a function that stops it. */
function watch(client: pg.PoolClient, trips: string[][]): () => void {
  const query = client.query.bind(client) as (statement: pg.QueryConfig | string) => Promise<pg.QueryResult>
  const release = client.release.bind(client)
  let hasAnswer = true
  const stop = () => {
    // Not set again to what it was: a spy on the class would not see it.
    Reflect.deleteProperty(client, 'query')
    client.release = release
  }
  client.query = ((statement: pg.QueryConfig | string) => {
    if (hasAnswer) trips.push([])
    hasAnswer = false
    trips.at(-1)?.push(typeof statement === 'string' ? statement : statement.text)
    const answer = query(statement)
    const onAnswer = () => {
      hasAnswer = true
    }
    answer.then(onAnswer, onAnswer)
    return answer
  }) as typeof client.query
  client.release = (error) => {
    stop()
    release(error)
  }
  return stop
}
